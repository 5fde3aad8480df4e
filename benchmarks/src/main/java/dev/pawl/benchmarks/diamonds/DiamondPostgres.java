package dev.pawl.benchmarks.diamonds;

import dev.pawl.benchmarks.diamonds.LoadProcess.Took;
import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import java.io.IOException;
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
        Took best = null;
        try (SimulatedSupplier supplier = SimulatedSupplier.start(stones)) {
            Work work = new Work(at, supplier, stones);
            Took ours = work.nodes();
            for (int threads : DiamondLoad.THREADS) {
                String number = Integer.toString(threads);
                Took bare = work.alone(LoadChild.Mode.BARE_POSTGRES, number);
                beside.put("bareSeconds" + threads, bare.seconds());
                best = best == null ? bare : best.better(bare);
            }
            Took spring = work.alone(LoadChild.Mode.SPRING_BATCH);
            ours = ours.better(work.nodes());
            if (best == null) throw new IllegalStateException("no bare client was measured");
            double ratio = ours.seconds() / best.seconds();
            beside.put("seconds", ours.seconds());
            beside.put("springBatchSeconds", spring.seconds());
            beside.put("timesSpringBatch", ours.seconds() / spring.seconds());
            beside.put("stones", stones);
            String what = "a full run of 2 nodes on PostgreSQL: time beside the best bare client's";
            boolean met = ratio <= RATIO_MAX && ours.seconds() < spring.seconds();
            return new Result(name(), what, ratio, "x", BAR, met, beside);
        }
    }

    /// The same work for each of them, on a new server.
    private record Work(BenchContext at, SimulatedSupplier supplier, int stones) {

        Took alone(LoadChild.Mode mode, String... more) throws Exception {
            try (Scratch scratch = at.scratch("diamonds-postgres");
                    PostgresServer server = server(scratch);
                    LoadProcess load =
                            LoadProcess.start(mode, supplier, server.create("load"), more)) {
                Took took = load.load(stones);
                say(mode.argument() + " " + String.join(" ", more), took, server);
                return took;
            }
        }

        Took nodes() throws Exception {
            try (Scratch scratch = at.scratch("diamonds-postgres");
                    PostgresServer server = server(scratch)) {
                String url = server.create("load");
                try (LoadProcess first = LoadProcess.start(LoadChild.Mode.NODE, supplier, url);
                        LoadProcess _ = LoadProcess.start(LoadChild.Mode.NODE, supplier, url)) {
                    Took took = first.load(stones);
                    say("2 nodes", took, server);
                    return took;
                }
            }
        }

        private void say(String who, Took took, PostgresServer server) throws IOException {
            at.say(
                    "diamonds-postgres: %s: %s, database %.1f s of CPU"
                            .formatted(who.strip(), took, server.cpu().toMillis() / 1e3));
        }

        private static PostgresServer server(Scratch scratch) throws Exception {
            Installation installation = Installation.any().orElseThrow(IllegalStateException::new);
            return PostgresServer.start(installation, scratch.resolve("server"), Map.of());
        }
    }
}
