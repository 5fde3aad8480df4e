package dev.pawl.benchmarks.postgres;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.benchmarks.load.Threads;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import dev.pawl.store.PostgresStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a step costs on PostgreSQL when many finished runs are stored, compared with few.
public final class PostgresStored implements Row {
    private static final double TIMES_MAX = 1.3;
    private static final int CHANGES = 200;
    private static final int WRITERS = 8;
    private static final String BAR = "at most 1.3 ×, in time and on the processors";

    @Override
    public String name() {
        return "postgres-stored";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int many = at.scale().of(1_000_000, 100_000, 500);
        int few = at.scale().of(10_000, 10_000, 50);
        PeerFigures withFew = measure(at, few);
        PeerFigures withMany = measure(at, many);
        Map<String, Object> beside = new LinkedHashMap<>();
        double wall = withFew.perSecond() / withMany.perSecond();
        double cpuFew = withFew.cpuMicros() + withFew.databaseMicros();
        double cpuMany = withMany.cpuMicros() + withMany.databaseMicros();
        beside.put("stepsPerSecondFew", withFew.perSecond());
        beside.put("stepsPerSecondMany", withMany.perSecond());
        beside.put("wallTimes", wall);
        beside.put("cpuMicrosFew", cpuFew);
        beside.put("cpuMicrosMany", cpuMany);
        beside.put("cpuTimes", cpuMany / cpuFew);
        double value = Math.max(wall, cpuMany / cpuFew);
        String what =
                "cost per step beside %,d finished runs against %,d; the larger of time and"
                                .formatted(many, few)
                        + " processors";
        return new Result(name(), what, value, "×", BAR, value <= TIMES_MAX, beside);
    }

    private static PeerFigures measure(BenchContext at, int finished) throws Exception {
        Installation installation = Installation.any().orElseThrow(IllegalStateException::new);
        try (Scratch scratch = at.scratch("stored");
                PostgresServer server =
                        PostgresServer.start(installation, scratch.resolve("server"), Map.of())) {
            String url = PeerFigures.create(server, PeerChild.PAWL);
            at.say("postgres-stored: %,d finished runs are written".formatted(finished));
            fill(url, finished);
            return PeerFigures.measure(
                    server, PeerChild.PAWL, at.scale().of(256, 256, 8), at.scale());
        }
    }

    /// Copies an ended run with its history this many times.
    private static void fill(String url, int count) throws InterruptedException {
        try (PawlPeer peer = PawlPeer.open(url)) {
            peer.run();
        }
        try (PostgresStore store = PostgresStore.open(url)) {
            Run model = store.runs(Filter.ALL, Page.oldest(1)).getFirst().ownedBy(0);
            var history = store.history(model.id(), 0, Page.LIMIT_MAX);
            List<Thread> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                int from = writer;
                writers.add(
                        Thread.startVirtualThread(() -> {
                            for (int i = from * CHANGES; i < count; i += WRITERS * CHANGES) {
                                List<Commit.Change> changes = new ArrayList<>();
                                for (int n = i; n < Math.min(count, i + CHANGES); n++) {
                                    changes.add(new Commit.Change(copy(model, n), history));
                                }
                                store.commit(Commit.of(changes.toArray(Commit.Change[]::new)));
                            }
                        }));
            }
            Threads.joinAll(writers);
        }
    }

    private static Run copy(Run model, int number) {
        RunId id = new RunId(model.id().value() - 1 - number);
        return new Run(
                id,
                model.origin(),
                model.condition(),
                model.progress(),
                model.data(),
                model.timing(),
                model.version());
    }
}
