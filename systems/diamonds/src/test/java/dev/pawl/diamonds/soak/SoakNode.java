package dev.pawl.diamonds.soak;

import dev.pawl.diamonds.Diamonds;
import dev.pawl.diamonds.DiamondsOptions;
import dev.pawl.diamonds.supplier.SupplierAccess;
import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.run.Run;
import dev.pawl.store.PostgresStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The process of a node: `DATABASE SUPPLIER STOP SEED`. It works on runs and starts one whenever
/// there is none, until the file `STOP` exists and no run is left.
final class SoakNode {
    static final String READY = "ready";

    private static final int LOOK_MILLIS = 100;
    private static final int FULL_SHARE = 3;
    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final Duration HEARTBEAT = Duration.ofSeconds(1);

    private SoakNode() {}

    public static void main(String[] arguments) throws Exception {
        Path stop = Path.of(arguments[2]);
        SplittableRandom dice = new SplittableRandom(Long.parseLong(arguments[3]));
        try (Diamonds diamonds = diamonds(arguments[1]);
                Engine engine = open(arguments[0], diamonds)) {
            System.out.println(READY);
            while (true) {
                try {
                    if (isIdle(engine)) {
                        if (Files.exists(stop)) break;
                        start(engine, diamonds, dice);
                    }
                } catch (RuntimeException e) {
                    // The database is down, or the other node was faster.
                    System.out.println("node: " + e.getMessage());
                }
                boolean _ = new CountDownLatch(1).await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            }
        }
    }

    static Diamonds diamonds(String supplier) {
        return Diamonds.of(
                options -> options.supplier(SupplierAccess.of(supplier, "soak", "soak")).rate(0));
    }

    static Engine open(String database, Diamonds diamonds) {
        return Engine.open(
                PostgresStore.open(database),
                options -> {
                    diamonds.register(options);
                    options.lease(LEASE, HEARTBEAT);
                });
    }

    private static boolean isIdle(Engine engine) {
        List<Run> live = engine.runs(Filter.ALL.machine(RunState.MACHINE).live(), Page.newest(1));
        return live.isEmpty();
    }

    private static void start(Engine engine, Diamonds diamonds, SplittableRandom dice) {
        boolean isFull = dice.nextInt(FULL_SHARE) == 0;
        engine.start(
                diamonds.start(
                        isFull
                                ? RunRequest.full(DiamondsOptions.FEED)
                                : RunRequest.incremental(DiamondsOptions.FEED)));
    }
}
