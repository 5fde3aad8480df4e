package dev.pawl.benchmarks;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Machine;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Origin;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.servers.Directories;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Stores full of runs that wait for an event and for a time far in the future; created once and
/// kept.
///
/// An engine starts one run, and all others are copies of it with their own ids, keys and times:
/// the store holds what the engine would have written.
final class WaitingRuns {
    static final Machine<Order, Order> MACHINE =
            Machine.named("waiting", Order.class, Order.class)
                    .await(
                            "approval",
                            wait ->
                                    wait.on(Approved.class, "ship")
                                            .after(Duration.ofDays(3_650), "ship"))
                    .step("ship", attempt -> attempt.next(attempt.request()))
                    .build();

    private static final int COMMIT_RUNS = 1_000;
    private static final int ENTRIES_MAX = 100;
    private static final int REPORT_EVERY = 100_000;
    private static final String MARKER = "complete";

    private WaitingRuns() {}

    /// Returns the home of a store with `count` waiting runs, which is created if it does not
    /// exist.
    static Path home(BenchContext at, int count) throws IOException {
        Path home = at.home().resolve("waiting-" + count);
        if (isUsable(home, count)) return home;
        Directories.delete(home);
        Run template = template(home);
        fill(at, home, template, count);
        Files.writeString(home.resolve(MARKER), MACHINE.ref().fingerprint());
        return home;
    }

    /// Copies a store that no process has open.
    static void copy(Path home, Path to) throws IOException {
        Files.createDirectories(to);
        for (String name : List.of("pawl.db", "pawl.db-wal")) {
            if (Files.exists(home.resolve(name))) Files.copy(home.resolve(name), to.resolve(name));
        }
    }

    /// A store of another version is useless, and so is an incomplete one.
    private static boolean isUsable(Path home, int count) throws IOException {
        Path marker = home.resolve(MARKER);
        if (!Files.exists(marker)) return false;
        if (!Files.readString(marker).equals(MACHINE.ref().fingerprint())) return false;
        try (Store store = SqliteStore.openReadOnly(home)) {
            return store.count(Filter.ALL.status(RunStatus.WAITING)) == count;
        } catch (StoreException e) {
            return false;
        }
    }

    private static Run template(Path home) {
        try (Engine engine = Engine.open(SqliteStore.open(home), MACHINE)) {
            RunId id = engine.start(MACHINE.start(new Order("debian", 1)).key(key(0)));
            Run run = engine.run(id);
            if (run.status() != RunStatus.WAITING) {
                throw new IllegalStateException(
                        "run %s is expected to be WAITING, not %s".formatted(id, run.status()));
            }
            return run;
        }
    }

    private static void fill(BenchContext at, Path home, Run template, int count) {
        try (Store store = SqliteStore.open(home)) {
            List<HistoryEntry> entries = store.history(template.id(), 0, ENTRIES_MAX);
            List<Commit.Change> changes = new ArrayList<>(COMMIT_RUNS);
            for (int i = 1; i < count; i++) {
                changes.add(new Commit.Change(copy(template, i), entries));
                if (changes.size() == COMMIT_RUNS || i == count - 1) {
                    store.commit(Commit.of(changes.toArray(Commit.Change[]::new)));
                    changes.clear();
                }
                if (i % REPORT_EVERY == 0) {
                    at.say("creating waiting runs: %,d of %,d".formatted(i, count));
                }
            }
        }
    }

    private static Run copy(Run template, int number) {
        Origin o = template.origin();
        Origin origin =
                new Origin(
                        o.machine(),
                        key(number),
                        o.request(),
                        o.links(),
                        o.queuePlace(),
                        o.idempotency(),
                        o.labels());
        Instant timer = template.timing().timer();
        if (timer == null)
            throw new IllegalStateException("a waiting run is expected to have a timer");
        return new Run(
                new RunId(template.id().value() + number),
                origin,
                template.condition(),
                template.progress(),
                template.data(),
                template.timing().withTimer(timer.plusSeconds(number)),
                template.version());
    }

    private static String key(int number) {
        return "order-%07d".formatted(number);
    }

    record Order(String item, int count) {}

    record Approved(String by) {}
}
