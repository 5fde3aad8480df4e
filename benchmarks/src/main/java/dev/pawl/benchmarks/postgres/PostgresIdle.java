package dev.pawl.benchmarks.postgres;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.benchmarks.load.FiveSteps;
import dev.pawl.engine.Engine;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import dev.pawl.store.PostgresStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How many statements a cluster sends to its database when it has nothing to do.
public final class PostgresIdle implements Row {
    private static final int NODES = 4;
    private static final double STATEMENTS_MAX = 60;
    private static final String BAR = "at most 60 statements per minute in all";

    @Override
    public String name() {
        return "postgres-idle";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        Duration settling = at.scale().of(Duration.ofSeconds(30), Duration.ofSeconds(15), SHORT);
        Duration time = at.scale().of(Duration.ofSeconds(120), Duration.ofSeconds(30), SHORT);
        Installation installation = Installation.any().orElseThrow(IllegalStateException::new);
        try (Scratch scratch = at.scratch("idle");
                PostgresServer server =
                        PostgresServer.start(installation, scratch.resolve("server"), Map.of())) {
            String url = server.create("idle");
            List<Engine> nodes = new ArrayList<>();
            try {
                for (int i = 0; i < NODES; i++) {
                    nodes.add(Engine.open(PostgresStore.open(url), FiveSteps.MACHINE));
                }
                for (Engine node : nodes) FiveSteps.run(node);
                at.say("postgres-idle: %d nodes rest for %s".formatted(NODES, time));
                Thread.sleep(settling);
                PeerFigures.Used before = PeerFigures.Used.now(server, "idle");
                Thread.sleep(time);
                PeerFigures.Used used = PeerFigures.Used.now(server, "idle").since(before);
                return result(used, time);
            } finally {
                nodes.forEach(Engine::close);
            }
        }
    }

    private static final Duration SHORT = Duration.ofMillis(100);

    private Result result(PeerFigures.Used used, Duration time) {
        double minutes = time.toMillis() / 60_000.0;
        double statements = used.transactions() / minutes;
        Map<String, Object> beside = new LinkedHashMap<>();
        beside.put("nodes", NODES);
        beside.put("databaseCpuMillisPerMinute", used.cpu().toMillis() / minutes);
        String what = "statements per minute of %d nodes without work".formatted(NODES);
        boolean met = statements <= STATEMENTS_MAX;
        return new Result(name(), what, statements, "statements/min", BAR, met, beside);
    }
}
