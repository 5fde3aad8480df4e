package dev.pawl.benchmarks.postgres;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.benchmarks.load.Samples;
import dev.pawl.benchmarks.load.Speed;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Pawl on PostgreSQL beside its peers and the bare writer, each in a process and on a server of
/// its own, alternately; one measurement gives three rows.
public final class PostgresRows {
    private static final String DBOS = "dbos";
    private static final String DB_SCHEDULER = "db-scheduler";
    private static final String PEKKO = "pekko";

    private @Nullable Map<String, List<PeerFigures>> measured;

    private PostgresRows() {}

    public static List<Row> all() {
        PostgresRows rows = new PostgresRows();
        return List.of(
                rows.new Speed(),
                rows
                .new Less(
                        "postgres-alone",
                        "one 5-step run alone on PostgreSQL, p50",
                        "ms",
                        0.7,
                        PeerFigures::aloneMillis),
                rows
                .new Less(
                        "postgres-cpu",
                        "processor time of all database processes per step, many runs at once",
                        "µs",
                        0.3,
                        PeerFigures::databaseMicros));
    }

    private Map<String, List<PeerFigures>> figures(BenchContext at) throws Exception {
        Map<String, List<PeerFigures>> known = measured;
        if (known != null) return known;
        Installation installation = Installation.any().orElseThrow(IllegalStateException::new);
        int rounds = at.scale().of(3, 1, 1);
        int atOnce = at.scale().of(256, 256, 8);
        Map<String, List<PeerFigures>> all = new HashMap<>();
        for (int round = 1; round <= rounds; round++) {
            for (String name : PeerChild.names()) {
                PeerFigures one = measure(at, installation, name, atOnce);
                all.computeIfAbsent(name, _ -> new ArrayList<>()).add(one);
                at.say(
                        "postgres, round %d of %d: %s %,.0f steps/s"
                                .formatted(round, rounds, name, one.perSecond()));
            }
        }
        measured = all;
        return all;
    }

    private static PeerFigures measure(
            BenchContext at, Installation installation, String name, int atOnce) throws Exception {
        try (Scratch scratch = at.scratch("postgres");
                PostgresServer server =
                        PostgresServer.start(installation, scratch.resolve("server"), Map.of())) {
            return PeerFigures.measure(server, name, atOnce, at.scale());
        }
    }

    private static double median(
            Map<String, List<PeerFigures>> all, String name, ToDoubleFunction<PeerFigures> of) {
        List<Double> values = new ArrayList<>();
        for (PeerFigures figures : all.getOrDefault(name, List.of())) {
            values.add(of.applyAsDouble(figures));
        }
        return new Samples(values).median();
    }

    private static Map<String, Object> each(
            Map<String, List<PeerFigures>> all, ToDoubleFunction<PeerFigures> of) {
        Map<String, Object> beside = new LinkedHashMap<>();
        for (String name : PeerChild.names()) {
            if (!name.equals(PeerChild.PAWL)) beside.put(label(name), median(all, name, of));
        }
        return beside;
    }

    private static String label(String name) {
        return name.equals(DB_SCHEDULER) ? "dbScheduler" : name;
    }

    /// Steps per second with many runs at once.
    private final class Speed implements Row {
        private static final String BAR =
                "at least 8 × DBOS, 5 × db-scheduler, 1.5 × Pekko and 0.5 × plain";

        @Override
        public String name() {
            return "postgres";
        }

        @Override
        public String bar() {
            return BAR;
        }

        @Override
        public Result measure(BenchContext at) throws Exception {
            Map<String, List<PeerFigures>> all = figures(at);
            double pawl = median(all, PeerChild.PAWL, PeerFigures::perSecond);
            double dbos = pawl / median(all, DBOS, PeerFigures::perSecond);
            double dbScheduler = pawl / median(all, DB_SCHEDULER, PeerFigures::perSecond);
            double pekko = pawl / median(all, PEKKO, PeerFigures::perSecond);
            double plain = pawl / median(all, PeerChild.PLAIN, PeerFigures::perSecond);
            Map<String, Object> beside = each(all, PeerFigures::perSecond);
            beside.put("timesDbos", dbos);
            beside.put("timesDbScheduler", dbScheduler);
            beside.put("timesPekko", pekko);
            beside.put("timesPlain", plain);
            beside.put("cpuMicrosPerStep", median(all, PeerChild.PAWL, PeerFigures::cpuMicros));
            beside.put(
                    "transactionsPerStep", median(all, PeerChild.PAWL, PeerFigures::transactions));
            beside.put("mebibytes", median(all, PeerChild.PAWL, PeerFigures::mebibytes));
            beside.put("rounds", all.getOrDefault(PeerChild.PAWL, List.of()).size());
            boolean met = dbos >= 8 && dbScheduler >= 5 && pekko >= 1.5 && plain >= 0.5;
            String what = "5-step machine on PostgreSQL, one node, many runs at once; median";
            return new Result(name(), what, pawl, "steps/s", BAR, met, beside);
        }
    }

    /// A figure of which less is better, compared with the better of DBOS and db-scheduler.
    private final class Less implements Row {
        private final String name;
        private final String what;
        private final String unit;
        private final double timesMax;
        private final ToDoubleFunction<PeerFigures> figure;

        Less(
                String name,
                String what,
                String unit,
                double timesMax,
                ToDoubleFunction<PeerFigures> figure) {
            this.name = name;
            this.what = what;
            this.unit = unit;
            this.timesMax = timesMax;
            this.figure = figure;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String bar() {
            return "at most %s × the better of DBOS and db-scheduler".formatted(timesMax);
        }

        @Override
        public Result measure(BenchContext at) throws Exception {
            Map<String, List<PeerFigures>> all = figures(at);
            double pawl = median(all, PeerChild.PAWL, figure);
            double dbos = median(all, DBOS, figure);
            double dbScheduler = median(all, DB_SCHEDULER, figure);
            double times = pawl / Math.min(dbos, dbScheduler);
            Map<String, Object> beside = each(all, figure);
            beside.put("timesTheBetter", times);
            return new Result(name, what, pawl, unit, bar(), times <= timesMax, beside);
        }
    }
}
