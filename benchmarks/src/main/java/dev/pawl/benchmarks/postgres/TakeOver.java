package dev.pawl.benchmarks.postgres;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.ChildJvm;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How soon other nodes resume the runs of a killed node, counted from the end of its lease.
public final class TakeOver implements Row {
    private static final double SECONDS_MAX = 5;
    private static final Duration TIME_MAX = Duration.ofMinutes(5);
    private static final String BAR = "all move again within 5 s of the lease's end";

    @Override
    public String name() {
        return "postgres-takeover";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int runs = at.scale().of(10_000, 2_000, 20);
        Installation installation = Installation.any().orElseThrow(IllegalStateException::new);
        try (Scratch scratch = at.scratch("takeover");
                PostgresServer server =
                        PostgresServer.start(installation, scratch.resolve("server"), Map.of())) {
            String url = server.create("takeover");
            try (ChildJvm first = child(url, TakeOverChild.Part.HOLDS, runs);
                    ChildJvm second = child(url, TakeOverChild.Part.TAKES_OVER, runs)) {
                first.await(TakeOverChild.HELD);
                second.await(TakeOverChild.READY);
                at.say("postgres-takeover: a node with %,d runs is killed".formatted(runs));
                first.kill();
                double end = leaseEnd(url);
                double startedAt = second.await(TakeOverChild.FIRST);
                double all = second.await(TakeOverChild.LAST);
                return result(runs, startedAt - end, all - end);
            }
        }
    }

    private static ChildJvm child(String url, TakeOverChild.Part part, int runs) throws Exception {
        List<String> arguments = List.of(url, part.name(), Integer.toString(runs));
        return ChildJvm.start(List.of(), TakeOverChild.class, arguments, TIME_MAX);
    }

    /// Returns when the lease of the killed node ends, in seconds since 1970.
    private static double leaseEnd(String url) throws Exception {
        String query = "select extract(epoch from until) from pawl.node where name = 'holds'";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getDouble(1);
        }
    }

    private Result result(int runs, double first, double last) {
        Map<String, Object> beside = new LinkedHashMap<>();
        beside.put("runs", runs);
        beside.put("firstSeconds", first);
        String what =
                "%,d orphaned runs: from the lease's end until the last moves".formatted(runs);
        return new Result(name(), what, last, "s", BAR, last <= SECONDS_MAX, beside);
    }
}
