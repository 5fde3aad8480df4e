package dev.pawl.benchmarks.diamonds;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import java.util.LinkedHashMap;
import java.util.Map;

/// A full run of two nodes on PostgreSQL, beside the bare client and Spring Batch, each on a server
/// of its own.
final class DiamondPostgres implements Row {
    private static final double RATIO_MAX = 2;
    private static final String BAR = "at most 2 x the best bare client, and below Spring Batch";

    @Override
    public String name() {
        return "diamonds-postgres";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int stones = DiamondLoad.stones(at);
        Map<String, Object> beside = new LinkedHashMap<>();
        double best = Double.MAX_VALUE;
        try (SimulatedSupplier supplier = SimulatedSupplier.start(stones)) {
            Work work = new Work(at, supplier, stones);
            double seconds = work.nodes();
            at.say("diamonds-postgres: 2 nodes %.1f s".formatted(seconds));
            for (int threads : DiamondLoad.THREADS) {
                double bare =
                        work.alone(LoadChild.Mode.BARE_POSTGRES, Integer.toString(threads));
                at.say(
                        "diamonds-postgres: bare client, %d threads: %.1f s"
                                .formatted(threads, bare));
                beside.put("bareSeconds" + threads, bare);
                best = Math.min(best, bare);
            }
            double spring = work.alone(LoadChild.Mode.SPRING_BATCH);
            at.say("diamonds-postgres: Spring Batch %.1f s".formatted(spring));
            seconds = Math.min(seconds, work.nodes());
            at.say("diamonds-postgres: 2 nodes %.1f s".formatted(seconds));
            double ratio = seconds / best;
            beside.put("seconds", seconds);
            beside.put("springBatchSeconds", spring);
            beside.put("timesSpringBatch", seconds / spring);
            beside.put("stones", stones);
            String what = "a full run of 2 nodes on PostgreSQL: time beside the best bare client's";
            boolean met = ratio <= RATIO_MAX && seconds < spring;
            return new Result(name(), what, ratio, "x", BAR, met, beside);
        }
    }

    /// The same work for each of them, on a new server.
    private record Work(BenchContext at, SimulatedSupplier supplier, int stones) {

        double alone(LoadChild.Mode mode, String... more) throws Exception {
            try (Scratch scratch = at.scratch("diamonds-postgres");
                    PostgresServer server = server(scratch);
                    LoadProcess load =
                            LoadProcess.start(mode, supplier, server.create("load"), more)) {
                return load.load(stones);
            }
        }

        double nodes() throws Exception {
            try (Scratch scratch = at.scratch("diamonds-postgres");
                    PostgresServer server = server(scratch)) {
                String url = server.create("load");
                try (LoadProcess first = LoadProcess.start(LoadChild.Mode.NODE, supplier, url);
                        LoadProcess _ = LoadProcess.start(LoadChild.Mode.NODE, supplier, url)) {
                    return first.load(stones);
                }
            }
        }

        private static PostgresServer server(Scratch scratch) throws Exception {
            Installation installation = Installation.any().orElseThrow(IllegalStateException::new);
            return PostgresServer.start(installation, scratch.resolve("server"), Map.of());
        }
    }
}
