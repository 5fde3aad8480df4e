package dev.pawl.cli.demo;

import dev.pawl.cli.screen.Paint;
import dev.pawl.engine.CrashReport;
import dev.pawl.engine.StoredDefinitions;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Starts the worker, kills it halfway, starts it again, and counts executions and effects.
public final class CrashDemo {
    private static final int ALL = DemoWorker.ORDERS * DemoWorker.STEPS.size();
    private static final int KILL_AT = ALL * 2 / 5;
    private static final Duration POLL_EVERY = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path home;
    private final List<String> worker;
    private final DemoProgress progress;
    private final Paint paint;

    /// Creates a demo in a directory without a store; `worker` is the command that executes
    /// [DemoWorker] there.
    public CrashDemo(Path home, List<String> worker, PrintWriter out, Paint paint) {
        this.home = home;
        this.worker = List.copyOf(worker);
        this.progress = new DemoProgress(out, paint);
        this.paint = paint;
    }

    public DemoResult run() throws IOException, InterruptedException {
        progress.say(
                "Processing %d orders in a separate process: %s"
                        .formatted(DemoWorker.ORDERS, String.join(" → ", DemoWorker.STEPS)));
        Process first = start();
        int before;
        try {
            before = follow(first, sum -> sum >= KILL_AT);
        } finally {
            first.destroyForcibly();
        }
        int code = first.waitFor();
        // Steps that were committed before the signal arrived count too.
        before = Math.max(before, sum(recorded()));
        progress.show(recorded());
        progress.say(
                paint.red("kill -9 %d".formatted(first.pid()))
                        + ": the process died (exit code %d) with %d of %d steps recorded."
                                .formatted(code, before, ALL));
        progress.say("Starting the same command again:");
        Process second = start();
        try {
            follow(second, sum -> !second.isAlive());
            code = second.waitFor();
        } finally {
            second.destroyForcibly();
        }
        progress.show(recorded());
        if (code != 0) progress.say(paint.red("the worker failed: " + log()));
        return result(before);
    }

    private Process start() throws IOException {
        Process process =
                new ProcessBuilder(worker)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()))
                        .start();
        // The worker must not outlive the demo.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return process;
    }

    /// Shows progress until the number of recorded steps is enough.
    private int follow(Process process, Predicate<Integer> enough)
            throws IOException, InterruptedException {
        Instant until = Instant.now().plus(PATIENCE);
        while (true) {
            Map<String, Integer> recorded = recorded();
            progress.show(recorded);
            int sum = sum(recorded);
            if (enough.test(sum)) return sum;
            if (!process.isAlive()) throw new IOException("the worker exited early: " + log());
            if (Instant.now().isAfter(until)) throw new IOException("the worker hangs: " + log());
            Thread.sleep(POLL_EVERY);
        }
    }

    private Map<String, Integer> recorded() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (List<@Nullable Object> row :
                query("select step, count(*) from demo_ledger group by step order by min(rowid)")) {
            counts.put(String.valueOf(row.getFirst()), number(row.get(1)));
        }
        return counts;
    }

    private List<List<@Nullable Object>> query(String sql) {
        try {
            return SqliteStore.rows(home, sql).rows();
        } catch (StoreException _) {
            // The worker has not created the store yet, or nothing is recorded in it.
            return List.of();
        }
    }

    private DemoResult result(int before) throws IOException {
        List<String> executed =
                Files.exists(DemoWorker.executions(home))
                        ? Files.readAllLines(DemoWorker.executions(home))
                        : List.of();
        Map<String, Integer> recorded = recorded();
        Map<String, Integer> distinct = new LinkedHashMap<>();
        query("select step, count(distinct id) from demo_ledger group by step")
                .forEach(row -> distinct.put(String.valueOf(row.getFirst()), number(row.get(1))));
        List<DemoResult.Step> steps = new ArrayList<>();
        for (String step : DemoWorker.STEPS) {
            steps.add(
                    new DemoResult.Step(
                            step,
                            DemoWorker.ORDERS,
                            Collections.frequency(executed, step),
                            recorded.getOrDefault(step, 0),
                            distinct.getOrDefault(step, 0)));
        }
        try (Store store = SqliteStore.openReadOnly(home)) {
            long completed = store.count(Filter.ALL.status(RunStatus.COMPLETED));
            List<CrashReport> reports = StoredDefinitions.reports(store);
            return new DemoResult(steps, before, completed, reports, store.verify());
        }
    }

    private String log() throws IOException {
        List<String> lines = Files.readAllLines(logFile());
        return lines.isEmpty() ? "it printed nothing" : lines.getLast();
    }

    private Path logFile() {
        return home.resolve("worker.log");
    }

    private static int sum(Map<String, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static int number(@Nullable Object cell) {
        return cell instanceof Number number ? number.intValue() : 0;
    }
}
