package dev.pawl.testkit.features.careless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Retry;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreCheck;
import dev.pawl.testkit.StoreFaults;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Interruptions that arrive while a thread waits inside a call of the engine: the call completes,
/// and what comes after it sees the interruption.
final class InterruptionTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration SLOW = Duration.ofMinutes(1);
    private static final Duration LONG = Duration.ofHours(1);
    private static final String KEY = "key";

    private static final Machine<String, String> TARGET =
            Machine.named("target", String.class, String.class)
                    .await("open", w -> w.on(Ping.class, "pinged"))
                    .await("pinged", w -> w.on(Ping.class, "complete"))
                    .end("complete")
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private final SimHost host = new SimHost(0);
    private final SlowDisk disk = new SlowDisk();
    private final Machine<String, String> caller =
            Machine.named("caller", String.class, String.class)
                    .step("call", this::callAndWait, s -> s.timeout(TIMEOUT).retry(Retry.never()))
                    .build();
    private final SimEngine sim =
            new SimEngine(host, stores, o -> o.machines(TARGET, caller).drain(LONG)).faults(disk);
    private BiConsumer<Engine, RunId> call = (_, _) -> {};
    private RunId target;
    private boolean called;

    private Outcome<String> callAndWait(Attempt<String, String> attempt) throws Exception {
        call.accept(sim.engine(), target);
        called = true;
        host.await(new Signal(), host.now().plus(LONG));
        return attempt.next("not interrupted");
    }

    /// Another sender holds the lock of the run.
    @Test
    void aBodyThatSendsAnEventIsInterruptedAfterwards() {
        call = (engine, to) -> engine.send(to, new Ping(2));
        requireInterrupted((engine, to) -> engine.send(to, new Ping(1)));
        assertThat(sim.engine().run(target).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    /// Another start holds the lock of the key.
    @Test
    void aBodyThatStartsARunIsInterruptedAfterwards() {
        BiConsumer<Engine, RunId> start =
                (engine, _) -> engine.start(TARGET.start("x").key(KEY).unique(Uniqueness.ATTACH));
        call = start;
        requireInterrupted(start);
        sim.close();
    }

    /// The call waits for a disk that is full.
    @Test
    void aBodyThatChangesADocumentIsInterruptedAfterwards() {
        call =
                (engine, _) ->
                        assertThat(engine.documents().replace("d", null, Payload.of("1"))).isTrue();
        sim.open();
        disk.isFull = true;
        RunId id = sim.call(e -> e.start(caller.start("x")));
        sim.pass(SLOW);
        assertThat(called).isFalse();
        disk.isFull = false;
        requireTimedOut(id);
        sim.close();
    }

    private void requireInterrupted(BiConsumer<Engine, RunId> other) {
        sim.open();
        target = sim.call(e -> e.start(TARGET.start("x")));
        disk.isSlow = true;
        Engine engine = sim.engine();
        host.start("other", () -> other.accept(engine, target));
        host.runFor(Duration.ofSeconds(1));
        disk.isSlow = false;
        RunId id = sim.call(e -> e.start(caller.start("x")));
        sim.pass(SLOW.dividedBy(2));
        assertThat(called).isFalse();
        sim.pass(SLOW);
        requireTimedOut(id);
    }

    private void requireTimedOut(RunId id) {
        sim.pass(Duration.ofSeconds(1));
        assertThat(called).isTrue();
        Run run = sim.engine().run(id);
        assertThat(run.status()).isEqualTo(RunStatus.EXHAUSTED);
        assertThat(String.valueOf(run.condition().ending().failure())).contains("Timeout");
    }

    /// The thread that closes the engine is interrupted, and the clock is set back: the drain time
    /// is neither cut short nor prolonged by a day.
    @Test
    void anInterruptedCloseDrainsForAsLongAsItShould() {
        sim.open();
        call = (_, _) -> host.pause(LONG.multipliedBy(10));
        sim.call(e -> e.start(caller.start("x")));
        sim.pass(Duration.ofSeconds(1));
        boolean[] isClosed = new boolean[1];
        boolean[] isInterrupted = new boolean[1];
        Host.Task closing =
                host.start(
                        "closing",
                        () -> {
                            sim.engine().close();
                            isInterrupted[0] = Thread.interrupted();
                            isClosed[0] = true;
                        });
        for (int i = 0; i < 2; i++) {
            host.runFor(LONG.dividedBy(4));
            host.clockJump(Duration.ofDays(-1));
            closing.interrupt();
        }
        host.runFor(LONG.dividedBy(4));
        assertThat(isClosed[0]).isFalse();
        host.runFor(LONG.multipliedBy(2));
        assertThat(isClosed[0]).isTrue();
        assertThat(isInterrupted[0]).isTrue();
        sim.crash();
    }

    /// A disk whose first write is slow, or that is full.
    private final class SlowDisk implements StoreFaults {
        private boolean isSlow;
        private boolean isFull;

        @Override
        public void before(long n, Commit commit) {
            if (isSlow) host.pause(SLOW);
            boolean document = commit.changes().isEmpty();
            if (isFull && document)
                throw new StoreException(StoreException.Kind.FULL, "no space", null);
        }
    }

    record Ping(int number) {}
}
