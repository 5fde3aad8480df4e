package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.RetentionSettings;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreCheck;
import dev.pawl.testkit.StoreFaults;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Settings that two callers change at the same time: what is in force is what is stored.
final class SettingsChangeTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private final SimHost host = new SimHost(0);
    private NamedDocument.Kind slow;

    /// The first commit of settings returns late: another one is made meanwhile.
    private final StoreFaults late =
            new StoreFaults() {
                @Override
                public void after(long n, Commit commit) {
                    boolean first = commit.documents().stream().anyMatch(d -> d.kind() == slow);
                    if (!first) return;
                    slow = null;
                    host.pause(SECOND);
                }
            };

    @Test
    void ofAQueue() {
        SimEngine sim =
                changed(
                        NamedDocument.Kind.QUEUE,
                        e -> e.queues().set(QueueSettings.of("q", 1)),
                        e -> e.queues().set(QueueSettings.of("q", 2)));
        List<QueueSettings> inForce = sim.engine().queues().all();
        sim.restart();
        assertThat(inForce).hasSize(1).isEqualTo(sim.engine().queues().all());
        sim.close();
    }

    @Test
    void aChangeOfPartOfAQueueKeepsWhatAnotherOneChanges() {
        SimEngine sim =
                changed(
                        NamedDocument.Kind.QUEUE,
                        e -> e.queues().change("q", queue -> queue.perKey(3)),
                        e -> e.queues().change("q", queue -> queue.paused(true)));
        QueueSettings both = QueueSettings.unlimited("q").perKey(3).paused(true);
        assertThat(sim.engine().queues().all()).containsExactly(both);
        sim.restart();
        assertThat(sim.engine().queues().all()).containsExactly(both);
        sim.close();
    }

    @Test
    void ofAPool() {
        SimEngine sim =
                changed(
                        NamedDocument.Kind.POOL,
                        e -> e.pools().set(new PoolSettings("p", 1)),
                        e -> e.pools().set(new PoolSettings("p", 2)));
        List<PoolSettings> inForce = sim.engine().pools().all();
        sim.restart();
        assertThat(inForce).hasSize(1).isEqualTo(sim.engine().pools().all());
        sim.close();
    }

    @Test
    void ofARetention() {
        SimEngine sim =
                changed(
                        NamedDocument.Kind.RETENTION,
                        e -> e.retentions().set(RetentionSettings.keep("m", 1)),
                        e -> e.retentions().set(RetentionSettings.keep("m", 2)));
        List<RetentionSettings> inForce = sim.engine().retentions().all();
        sim.restart();
        assertThat(inForce).hasSize(1).isEqualTo(sim.engine().retentions().all());
        sim.close();
    }

    /// Returns an engine after two changes, the second of which comes while the first is made.
    private SimEngine changed(
            NamedDocument.Kind kind, Consumer<Engine> first, Consumer<Engine> second) {
        SimEngine sim = new SimEngine(host, stores, _ -> {}).faults(late);
        sim.open();
        slow = kind;
        Engine engine = sim.engine();
        host.start("first", () -> first.accept(engine));
        host.runUntil(() -> slow == null);
        host.start("second", () -> second.accept(engine));
        sim.pass(SECOND.multipliedBy(2));
        return sim;
    }
}
