package dev.pawl.benchmarks.postgres;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.ChildJvm;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.benchmarks.load.FiveSteps;
import dev.pawl.benchmarks.load.Samples;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// The same work done by one node and by several, each a process of its own.
public final class PostgresNodes implements Row {
    private static final int NODES = 4;
    // After 30,000 runs, four nodes still use twice the CPU time per step that they use after this.
    private static final int WARM_UP_RUNS = 100_000;

    private static final double TIMES_MAX = 1.1;
    private static final Duration SETTLED = Duration.ofMillis(1_500);
    private static final Duration TIME_MAX = Duration.ofMinutes(10);
    private static final String BAR =
            "4 nodes take at most 1.1 × the time of 1, and 1.1 × the CPU time of the database";

    @Override
    public String name() {
        return "postgres-nodes";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int rounds = at.scale().of(3, 1, 1);
        List<Work> one = new ArrayList<>();
        List<Work> many = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            one.add(measure(at, 1));
            many.add(measure(at, NODES));
            at.say(
                    "postgres-nodes, round %d of %d: 1 node %s, %d nodes %s"
                            .formatted(round, rounds, one.getLast(), NODES, many.getLast()));
        }
        return result(one, many);
    }

    private static Work measure(BenchContext at, int nodes) throws Exception {
        int runs = at.scale().of(40_000, 8_000, 80) / nodes;
        int atOnce = at.scale().of(256, 256, 8);
        int warmUp = at.scale().of(WARM_UP_RUNS, 10_000, 20);
        Installation installation = Installation.any().orElseThrow(IllegalStateException::new);
        List<ChildJvm> children = new ArrayList<>();
        try (Scratch scratch = at.scratch("nodes");
                PostgresServer server =
                        PostgresServer.start(installation, scratch.resolve("server"), Map.of())) {
            String url = server.create("nodes");
            Path go = scratch.resolve("go");
            for (int i = 0; i < nodes; i++) {
                List<String> arguments =
                        List.of(
                                url,
                                go.toString(),
                                Integer.toString(runs),
                                Integer.toString(atOnce),
                                Integer.toString(warmUp));
                children.add(ChildJvm.start(List.of(), NodeChild.class, arguments, TIME_MAX));
            }
            for (ChildJvm child : children) child.await(NodeChild.READY);
            // The server counts transactions about a second late.
            Thread.sleep(SETTLED.toMillis());
            PeerFigures.Used before = PeerFigures.Used.now(server, "nodes");
            long start = System.nanoTime();
            Files.createFile(go);
            for (ChildJvm child : children) child.await(NodeChild.DONE);
            double seconds = (System.nanoTime() - start) / 1e9;
            Thread.sleep(SETTLED.toMillis());
            PeerFigures.Used used = PeerFigures.Used.now(server, "nodes").since(before);
            double steps = (double) runs * nodes * FiveSteps.STEPS;
            double micros = used.cpu().toNanos() / 1e3 / steps;
            double own = 0;
            for (ChildJvm child : children) own += child.await(NodeChild.CPU) / steps;
            return new Work(seconds, used.transactions() / steps, steps / seconds, micros, own);
        } finally {
            for (ChildJvm child : children) child.close();
        }
    }

    private Result result(List<Work> one, List<Work> many) {
        double secondsOne = median(one, Work::seconds);
        double secondsMany = median(many, Work::seconds);
        double databaseOne = median(one, Work::micros);
        double databaseMany = median(many, Work::micros);
        double database = databaseMany / databaseOne;
        Map<String, Object> beside = new LinkedHashMap<>();
        beside.put("nodes", NODES);
        beside.put("secondsOne", secondsOne);
        beside.put("secondsMany", secondsMany);
        beside.put("stepsPerSecondMany", median(many, Work::perSecond));
        beside.put("transactionsPerStepOne", median(one, Work::statements));
        beside.put("transactionsPerStepMany", median(many, Work::statements));
        beside.put("databaseMicrosPerStepOne", databaseOne);
        beside.put("databaseMicrosPerStepMany", databaseMany);
        beside.put("databaseTimes", database);
        beside.put("nodeMicrosPerStepOne", median(one, Work::own));
        beside.put("nodeMicrosPerStepMany", median(many, Work::own));
        double times = secondsMany / secondsOne;
        boolean met = times <= TIMES_MAX && database <= TIMES_MAX;
        String what = "time of %d nodes against 1 for the same work".formatted(NODES);
        return new Result(name(), what, times, "×", BAR, met, beside);
    }

    private static double median(List<Work> all, Function<Work, Double> of) {
        return new Samples(all.stream().map(of).toList()).median();
    }

    private record Work(
            double seconds, double statements, double perSecond, double micros, double own) {
        @Override
        public String toString() {
            return "%.1f s, database %.1f µs and nodes %.1f µs per step"
                    .formatted(seconds, micros, own);
        }
    }
}
