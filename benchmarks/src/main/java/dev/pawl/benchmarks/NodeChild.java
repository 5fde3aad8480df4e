package dev.pawl.benchmarks;

import dev.pawl.benchmarks.frame.ChildJvm;
import dev.pawl.engine.Engine;
import dev.pawl.store.PostgresStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The process of one node of several: `URL RUNS AT-ONCE WARM-UP-RUNS`. It warms up, says that it
/// is ready, and begins when a table `go` is there.
final class NodeChild {
    static final String READY = "ready";
    static final String DONE = "done";

    private static final int LOOK_MILLIS = 5;

    private NodeChild() {}

    public static void main(String[] arguments) throws Exception {
        String url = arguments[0];
        int runs = Integer.parseInt(arguments[1]);
        int atOnce = Integer.parseInt(arguments[2]);
        int warmUp = Integer.parseInt(arguments[3]);
        try (Engine engine = Engine.open(PostgresStore.open(url), FiveSteps.MACHINE)) {
            work(engine, warmUp, atOnce);
            ChildJvm.answer(READY, 1);
            awaitGo(url);
            work(engine, runs, atOnce);
            ChildJvm.answer(DONE, 1);
            // Leaving is not measured, and neither is what it makes the others do.
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    /// Lets all nodes begin.
    static void letGo(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("create table public.go ()");
        }
    }

    private static void awaitGo(String url) throws SQLException, InterruptedException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            while (true) {
                String query = "select to_regclass('public.go') is not null";
                try (ResultSet row = statement.executeQuery(query)) {
                    if (row.next() && row.getBoolean(1)) return;
                }
                Thread.sleep(LOOK_MILLIS);
            }
        }
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
        Joining.all(callers);
        Exception found = failure.get();
        if (found != null) throw new IllegalStateException("a run failed", found);
    }
}
