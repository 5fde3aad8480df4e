package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.RetentionSettings;
import dev.pawl.engine.store.Filter;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.run.Predecessor;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs end so fast that the store drops them, and a caller that waits for one still gets its
/// response.
@Timeout(300)
final class AnswersUnderLoadTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int CALLERS = 16;
    private static final int ROUNDS = 60;

    private static final Machine<Integer, Integer> QUICK =
            Machine.named("quick", Integer.class, Integer.class)
                    .step("work", a -> a.next(a.request() + 1))
                    .build();
    private static final Machine<Integer, Integer> PARENT =
            Machine.named("parent", Integer.class, Integer.class)
                    .step("split", a -> a.next().starting(QUICK.start(1), QUICK.start(2)))
                    .await("joined", w -> w.children(Join.all(), "collect"))
                    .step(
                            "collect",
                            a ->
                                    a.next(
                                            a.results(QUICK).responses().stream()
                                                    .mapToInt(Integer::intValue)
                                                    .sum()))
                    .build();

    @TempDir private Path directory;

    @Test
    void everyCallerGetsItsAnswer() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        try (Engine engine =
                        Engine.open(
                                SqliteStore.open(directory),
                                o ->
                                        o.machines(QUICK, PARENT)
                                                .retention(RetentionSettings.keep("quick", 0)));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            // Each query brings the tables up to date and drops surplus runs.
            Future<?> asking =
                    threads.submit(() -> {
                        while (!over.get()) assertThat(engine.count(Filter.ALL)).isNotNegative();
                    });
            List<Future<?>> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) callers.add(threads.submit(() -> call(engine)));
            try {
                for (Future<?> caller : callers) caller.get();
            } finally {
                over.set(true);
            }
            asking.get();
            assertThat(engine.count(Filter.ALL.status(RunStatus.PARKED))).isZero();
        }
    }

    private static Void call(Engine engine) throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            RunId first = engine.start(QUICK.start(round));
            RunId after = engine.start(QUICK.start(-round).after(first, Predecessor.On.SUCCESS));
            RunId parent = engine.start(PARENT.start(round));
            assertThat(engine.await(PARENT, parent, SOON)).isEqualTo(5);
            assertThat(engine.await(QUICK, after, SOON)).isEqualTo(1 - round);
            assertThat(engine.await(QUICK, first, SOON)).isEqualTo(round + 1);
        }
        return null;
    }
}
