package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Happening;
import dev.pawl.engine.Signal;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.Faults;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A store that answers no questions for a while: whatever an engine was about to do is done later.
final class OutageTest {
    private static final Duration WORK = Duration.ofSeconds(10);

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private final SimHost host = new SimHost(0);
    private final boolean[] away = new boolean[1];
    private final List<Happening> heard = new ArrayList<>();
    private final Machine<String, String> child =
            Machine.named("child", String.class, String.class)
                    .step("work", a -> a.next("done"))
                    .build();
    private final Machine<String, String> family =
            Machine.named("family", String.class, String.class)
                    .step(
                            "split",
                            a -> {
                                host.await(new Signal(), host.now().plus(WORK));
                                return a.next("split").starting(child.start("x").key("one"));
                            })
                    .await("joined", w -> w.children(Join.all(), "rest"))
                    .await("rest", w -> w.after(WORK, "last"))
                    .step("last", a -> a.next("last"))
                    .build();
    private final SimEngine sim =
            new SimEngine(host, stores, o -> o.machines(family, child).listener(heard::add))
                    .faults(
                            new Faults() {
                                @Override
                                public void reading() {
                                    if (!away[0]) return;
                                    throw new StoreException(
                                            StoreException.Kind.BUSY, "nobody answers", null);
                                }
                            });

    private RunId started() {
        sim.open();
        RunId id = sim.call(e -> e.start(family.start("x")));
        sim.pass(Duration.ofSeconds(5));
        return id;
    }

    /// It is told once, and not as a failure of whatever looks into the store meanwhile.
    private void outage() {
        heard.clear();
        away[0] = true;
        sim.pass(Duration.ofMinutes(1));
        away[0] = false;
        assertThat(heard).noneMatch(Happening.TaskFailed.class::isInstance);
        assertThat(heard).filteredOn(Happening.StoreTroubled.class::isInstance).hasSize(1);
    }

    private void requireCompleted(RunId id) {
        sim.pass(Duration.ofMinutes(5));
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    @Test
    void anAnswerThatStartsChildrenIsRecordedLater() {
        RunId id = started();
        outage();
        requireCompleted(id);
    }

    @Test
    void aRunIsWokenLater() {
        RunId id = started();
        sim.pass(WORK);
        assertThat(sim.engine().run(id).state()).isEqualTo("rest");
        outage();
        requireCompleted(id);
    }

    @Test
    void whatDiedIsTakenUpLater() {
        RunId id = started();
        sim.restart();
        outage();
        requireCompleted(id);
    }

    @Test
    void timersAreReadLater() {
        RunId id = started();
        sim.pass(WORK);
        sim.restart();
        outage();
        requireCompleted(id);
    }
}
