package dev.pawl.benchmarks;

import dev.pawl.benchmarks.diamonds.DiamondRows;
import dev.pawl.benchmarks.feeds.FeedRows;
import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scale;
import dev.pawl.benchmarks.images.ImageRows;
import dev.pawl.benchmarks.postgres.EmbeddedPeers;
import dev.pawl.benchmarks.postgres.PostgresIdle;
import dev.pawl.benchmarks.postgres.PostgresNodes;
import dev.pawl.benchmarks.postgres.PostgresRows;
import dev.pawl.benchmarks.postgres.PostgresStored;
import dev.pawl.benchmarks.postgres.TakeOver;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Measures Pawl beside its yardsticks: `[NAME…] [--json] [--quick] [--home DIR] [--minutes N]`.
///
/// Without names it measures every row. Results are printed to the output as they arrive, progress
/// to the error output. With `--json` the output is one object per line.
public final class Bench {
    /// All rows were measured, whether they met their bars or not.
    public static final int MEASURED = 0;

    /// A row could not be measured.
    public static final int FAILED = 1;

    /// The arguments were not understood.
    public static final int MISUSED = 2;

    private static final Path HOME = Path.of("target", "bench");

    private Bench() {}

    public static void main(String[] arguments) throws IOException {
        int code = run(List.of(arguments), System.out, System.err);
        if (code != MEASURED) throw new IllegalStateException("not everything was measured");
    }

    /// Returns the names of all rows.
    public static List<String> names() {
        return rows().stream().map(Row::name).toList();
    }

    /// Measures what the arguments ask for and returns the exit code.
    public static int run(List<String> arguments, PrintStream out, PrintStream progress)
            throws IOException {
        Order order;
        try {
            order = Order.of(arguments);
        } catch (IllegalArgumentException e) {
            progress.println("bench: " + e.getMessage());
            return MISUSED;
        }
        BenchContext at = BenchContext.open(order.home(), order.scale(), progress);
        boolean failed = false;
        for (Row row : order.rows()) {
            Result result = measure(row, at);
            out.print(order.json() ? result.json() + System.lineSeparator() : result.text());
            out.flush();
            failed |= result.isFailed();
        }
        return failed ? FAILED : MEASURED;
    }

    /// The catch-all around rows: one that fails does not prevent the others from being measured.
    private static Result measure(Row row, BenchContext at) {
        try {
            return row.measure(at).at(at.scale());
        } catch (Exception e) {
            if (e instanceof InterruptedException) Thread.currentThread().interrupt();
            return Result.failed(row, e);
        }
    }

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.add(new Saturated());
        rows.add(new SingleRun());
        rows.add(new Sustained(1));
        rows.add(new EmbeddedPeers());
        rows.add(new Events());
        rows.add(new FanOut());
        rows.add(new MillionRuns());
        rows.add(new StoredRuns());
        rows.add(new Recovery());
        rows.add(Listing.ofLauncher());
        rows.addAll(PostgresRows.all());
        rows.add(new PostgresNodes());
        rows.add(new TakeOver());
        rows.add(new PostgresStored());
        rows.add(new PostgresIdle());
        rows.addAll(ImageRows.all());
        rows.addAll(FeedRows.all());
        rows.addAll(DiamondRows.all());
        return List.copyOf(rows);
    }

    /// What to measure, where and how.
    private record Order(List<Row> rows, Path home, Scale scale, boolean json) {

        static Order of(List<String> arguments) {
            List<Row> all = Bench.rows();
            List<Row> rows = new ArrayList<>();
            Path home = HOME;
            Scale scale = Scale.FULL;
            boolean json = false;
            int minutes = 1;
            for (int i = 0; i < arguments.size(); i++) {
                String argument = arguments.get(i);
                switch (argument) {
                    case "--json" -> json = true;
                    case "--quick" -> scale = Scale.QUICK;
                    case "--home" -> {
                        if (++i == arguments.size()) {
                            throw new IllegalArgumentException("--home needs a directory");
                        }
                        home = Path.of(arguments.get(i));
                    }
                    case "--minutes" -> minutes = minutes(arguments, ++i);
                    default -> rows.add(row(all, argument));
                }
            }
            Row sustained = new Sustained(minutes);
            List<Row> chosen = new ArrayList<>(rows.isEmpty() ? all : rows);
            chosen.replaceAll(row -> row instanceof Sustained ? sustained : row);
            return new Order(List.copyOf(chosen), home, scale, json);
        }

        private static int minutes(List<String> arguments, int at) {
            String found = at < arguments.size() ? arguments.get(at) : "nothing";
            if (!found.matches("[1-9][0-9]{0,2}")) {
                throw new IllegalArgumentException(
                        "--minutes needs a number from 1 to 999, found " + found);
            }
            return Integer.parseInt(found);
        }

        private static Row row(List<Row> all, String name) {
            Optional<Row> found = all.stream().filter(row -> row.name().equals(name)).findFirst();
            return found.orElseThrow(() ->
                    new IllegalArgumentException(
                            "expected --json, --quick, --home DIR or a name of %s, found '%s'"
                                    .formatted(String.join(", ", names()), name)));
        }
    }
}
