package dev.pawl.benchmarks.postgres;

import dev.pawl.benchmarks.harness.ChildJvm;
import dev.pawl.benchmarks.load.FiveSteps;
import dev.pawl.benchmarks.load.Threads;
import dev.pawl.benchmarks.load.Usage;
import dev.pawl.engine.Engine;
import dev.pawl.store.PostgresStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The process of one of several nodes: `URL GO RUNS AT-ONCE WARM-UP-RUNS`. It warms up, reports
/// that it is ready, and starts when the file `GO` exists.
final class NodeChild {
    static final String READY = "ready";
    static final String DONE = "done";
    static final String CPU = "cpu-micros";

    private static final int LOOK_MILLIS = 5;

    private NodeChild() {}

    public static void main(String[] arguments) throws Exception {
        String url = arguments[0];
        Path go = Path.of(arguments[1]);
        int runs = Integer.parseInt(arguments[2]);
        int atOnce = Integer.parseInt(arguments[3]);
        int warmUp = Integer.parseInt(arguments[4]);
        try (Engine engine = Engine.open(PostgresStore.open(url), FiveSteps.MACHINE)) {
            work(engine, warmUp, atOnce);
            ChildJvm.report(READY, 1);
            awaitGo(go);
            Usage before = Usage.now();
            work(engine, runs, atOnce);
            ChildJvm.report(DONE, 1);
            ChildJvm.report(CPU, Usage.now().since(before).cpu() / 1e3);
            // Leaving is not measured, and neither is the work that it causes on other nodes.
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    /// Waits for a file, which costs the database nothing.
    private static void awaitGo(Path file) throws InterruptedException {
        while (!Files.exists(file)) Thread.sleep(LOOK_MILLIS);
    }

    private static void work(Engine engine, int runs, int atOnce) {
        AtomicInteger next = new AtomicInteger();
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < atOnce; i++) {
            callers.add(
                    Thread.startVirtualThread(() -> {
                        try {
                            while (next.getAndIncrement() < runs) FiveSteps.run(engine);
                        } catch (InterruptedException | RuntimeException e) {
                            failure.set(e);
                        }
                    }));
        }
        Threads.joinAll(callers);
        Exception found = failure.get();
        if (found != null) throw new IllegalStateException("a run failed", found);
    }
}
