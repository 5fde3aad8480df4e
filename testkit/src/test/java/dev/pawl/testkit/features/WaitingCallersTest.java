package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Lease;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.Pools;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Why;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Machine;
import dev.pawl.run.RunId;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreCheck;
import dev.pawl.testkit.StoreFaults;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Callers that wait for something that no longer comes: they learn it at once.
final class WaitingCallersTest {
    private static final Duration PATIENCE = Duration.ofHours(1);
    private static final Duration SLOW = Duration.ofSeconds(10);
    private static final Machine<String, String> MACHINE =
            Machine.named("approval", String.class, String.class)
                    .await("decision", w -> w.on(String.class, "last"))
                    .step("last", a -> a.next("done"))
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private final SimHost host = new SimHost(0);
    private final Disk disk = new Disk();
    private final SimEngine sim =
            new SimEngine(host, stores, o -> o.machines(MACHINE).pool(new PoolSettings("pool", 1)))
                    .faults(disk);
    private final TreeMap<String, String> answers = new TreeMap<>();

    @Test
    void learnThatTheStoreHasFailed() throws Exception {
        RunId id = waiting();
        disk.fails = true;
        assertThatThrownBy(() -> sim.perform(e -> e.send(id, "go"))).hasMessage("the disk is gone");
        sim.pass(Duration.ofSeconds(1));
        requireAllRefused("the engine stopped because its store failed: the disk is gone");
        assertThat(sim.engine().why(id).causes())
                .extracting(Why.Cause::kind)
                .contains(Why.Cause.Kind.NO_ENGINE);
        sim.crash();
    }

    @Test
    void learnThatTheEngineIsClosed() throws Exception {
        waiting();
        sim.close();
        sim.pass(Duration.ofSeconds(1));
        requireAllRefused("the engine is closed");
    }

    @Test
    void allGetTheReportOfTheStart() {
        disk.isSlow = true;
        sim.open();
        call("one", engine -> engine.report(PATIENCE).orElseThrow().opened());
        call("two", engine -> engine.report(PATIENCE).orElseThrow().opened());
        call("impatient", engine -> engine.report(Duration.ofSeconds(1)));
        sim.pass(SLOW.plusSeconds(1));
        String opened = sim.engine().reports().getLast().opened().toString();
        assertThat(answers)
                .containsEntry("one", opened)
                .containsEntry("two", opened)
                .containsEntry("impatient", "Optional.empty");
        sim.close();
    }

    @Test
    void learnThatTheEngineClosesBeforeItHasRecoveredItsRuns() {
        disk.isSlow = true;
        sim.open();
        call("report", engine -> engine.report(PATIENCE));
        sim.settle();
        sim.close();
        sim.settle();
        assertThat(answers.get("report")).contains("the engine is closed");
    }

    /// Returns the run that a caller waits for, when all of them wait.
    private RunId waiting() throws InterruptedException {
        sim.open();
        RunId id = sim.call(e -> e.start(MACHINE.start("x")));
        Optional<Lease> held = sim.call(e -> e.pools().acquire(permit("other"), host.now()));
        assertThat(held).isPresent();
        Instant until = host.now().plus(PATIENCE);
        call("await", engine -> engine.await(MACHINE, id, PATIENCE));
        call("awaitEnd", engine -> engine.awaitEnd(id, PATIENCE));
        call("acquire", engine -> engine.pools().acquire(permit("me"), until));
        call("feed", engine -> engine.feed(Long.MAX_VALUE).next(until));
        sim.pass(Duration.ofSeconds(1));
        assertThat(answers).isEmpty();
        return id;
    }

    private void requireAllRefused(String reason) {
        assertThat(answers.keySet()).containsExactly("acquire", "await", "awaitEnd", "feed");
        assertThat(answers.values())
                .hasSize(4)
                .allSatisfy(answer ->
                        assertThat(answer)
                                .startsWith(Refused.Closed.class.getName() + ": " + reason));
    }

    private static Pools.Request permit(String holder) {
        return new Pools.Request("pool", holder, 1, 0, Duration.ofDays(1));
    }

    /// Calls the engine on a task of its own; what it returns or throws is kept as text.
    private void call(String name, Call call) {
        Engine engine = sim.engine();
        host.start(
                name,
                () -> {
                    String answer;
                    try {
                        answer = String.valueOf(call.on(engine));
                    } catch (Exception e) {
                        answer = e.toString();
                    }
                    answers.put(name, answer);
                });
    }

    @FunctionalInterface
    private interface Call {
        Object on(Engine engine) throws Exception;
    }

    private final class Disk implements StoreFaults {
        private boolean fails;
        // When the report of the start is written.
        private boolean isSlow;

        @Override
        public void before(long n, Commit commit) {
            if (fails) {
                throw new StoreException(StoreException.Kind.IO, "the disk is gone", null);
            }
            boolean isReport =
                    commit.documents().stream()
                            .anyMatch(one -> one.kind() == NamedDocument.Kind.REPORT);
            if (isReport && isSlow) host.pause(SLOW);
        }
    }
}
