package dev.pawl.testkit;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Refused;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Start;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One trial of a [CrashMatrix]: a process that may be killed once, and what became of its runs.
final class CrashLife {
    private static final String IDEMPOTENCY = "crash matrix";

    private final SimEngine sim;
    private final Start<?> start;
    private final Plan plan;
    private final Look look;
    private String killedIn = "never killed";
    private @Nullable Instant started;
    private int posted;

    CrashLife(SimEngine sim, Start<?> start, Plan plan, Look look) {
        this.sim = sim;
        this.start = start;
        this.plan = plan;
        this.look = look;
    }

    Ending live(Kill kill, Post post) {
        WritingCheck check = look.sql().map(WritingCheck::new).orElse(null);
        if (check != null) sim.committing(check::commit);
        long writes = first(kill, post);
        if (!sim.isAlive()) {
            sim.faults(Faults.NONE).open();
            drive(post);
        }
        Store store = sim.store();
        List<String> faults = store.verify();
        if (!faults.isEmpty()) {
            throw new AssertionError("the store is damaged: " + String.join("; ", faults));
        }
        String runs =
                store.runs(Filter.ALL, Page.oldest(Page.LIMIT_MAX)).stream()
                        .map(look.words())
                        .sorted()
                        .collect(Collectors.joining("\n             "));
        Map<String, String> seen = new LinkedHashMap<>();
        seen.put("runs", runs);
        if (check != null) {
            check.requireNothingLost(store);
            if (look.queries().isEmpty()) seen.put("rows written", check.counts(store));
        }
        look.queries().forEach((sql, query) -> seen.put(sql, query.apply(store)));
        sim.close();
        look.sql().ifPresent(stores -> stores.discard(store));
        return new Ending(writes, killedIn, seen);
    }

    /// Lives until the end or the kill, and returns how many durable writes that took.
    private long first(Kill kill, Post post) {
        try {
            sim.faults(new Killer(kill)).open();
            drive(post);
            if (!kill.equals(Kill.NONE)) {
                throw new AssertionError(
                        "expected to be killed %s, found an end after %d writes: the machine does"
                                        .formatted(kill, sim.writes())
                                + " not do the same each time");
            }
            return sim.writes();
        } catch (SimHost.Crashed _) {
            return kill.write();
        }
    }

    private void drive(Post post) {
        // A client that does not know whether its start came through says it again.
        Start<?> same =
                start.identity().idempotency() == null ? start.idempotency(IDEMPOTENCY) : start;
        RunId id = sim.call(engine -> engine.start(same));
        Instant began = started == null ? sim.host().now() : started;
        started = began;
        while (posted < plan.events().size()) {
            Posted next = plan.events().get(posted);
            pass(Duration.between(sim.host().now(), began.plus(next.after())));
            int times = post == Post.TWICE ? 2 : 1;
            for (int i = 0; i < times; i++) sim.tell(engine -> send(engine, id, next));
            posted++;
        }
        Store store = sim.store();
        sim.host()
                .runUntil(
                        () -> !sim.isAlive() || store.count(Filter.ALL.live()) == 0, plan.within());
        requireAlive();
        // What follows the last end belongs to it: somebody may be killed there too.
        sim.settle();
        requireAlive();
    }

    private static void send(Engine engine, RunId id, Posted event) {
        try {
            engine.send(id, event.event());
        } catch (Refused e) {
            if (!engine.run(id).status().isEnd()) throw e;
        }
    }

    private void pass(Duration time) {
        if (time.isPositive()) sim.pass(time);
        requireAlive();
    }

    private void requireAlive() {
        if (!sim.isAlive()) throw new SimHost.Crashed("the process", sim.host().seed());
    }

    /// What is looked at in the end: the runs in these words, and the rows of these queries.
    record Look(
            Stores stores,
            Function<Run, String> words,
            Map<String, Function<Store, String>> queries) {
        Optional<SqlStores> sql() {
            return stores instanceof SqlStores sql ? Optional.of(sql) : Optional.empty();
        }
    }

    /// What is sent to the run, and how long it may take.
    record Plan(List<Posted> events, Duration within) {}

    /// An event and when it is sent, counted from the start.
    record Posted(Duration after, Object event) {}

    /// How events are sent.
    enum Post {
        AS_GIVEN("events as given"),
        TWICE("every event twice"),
        LATE("every event late");

        private final String words;

        Post(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /// Where the process dies: before or after durable write number `write`, or at a point.
    record Kill(long write, boolean isAfter, long point) {
        static final Kill NONE = new Kill(0, false, 0);

        static Kill of(long write, boolean isAfter) {
            return new Kill(write, isAfter, 0);
        }

        static Kill at(long point) {
            return new Kill(0, false, point);
        }

        @Override
        public String toString() {
            if (point > 0) return "at point " + point;
            return (isAfter ? "after" : "before") + " write " + write;
        }
    }

    /// How a trial ended: how many writes its first life had, and what was seen at the end.
    record Ending(long writes, String killedIn, Map<String, String> seen) {}

    private final class Killer implements Faults {
        private final Kill kill;

        Killer(Kill kill) {
            this.kill = kill;
        }

        @Override
        public void before(long n, Commit commit) {
            if (n == kill.write() && !kill.isAfter()) die(commit);
        }

        @Override
        public void after(long n, Commit commit) {
            if (n == kill.write() && kill.isAfter()) die(commit);
        }

        private void die(Commit commit) {
            killedIn = "the write was " + words(commit);
            sim.crash();
        }

        private static String words(Commit commit) {
            if (!commit.changes().isEmpty()) {
                return commit.changes().stream()
                        .map(change -> {
                            var last = change.entries().getLast();
                            return "%s of %s in '%s'"
                                    .formatted(last.kind(), change.run().machine(), last.state());
                        })
                        .collect(Collectors.joining(" and "));
            }
            if (!commit.items().isEmpty()) {
                return commit.items().stream()
                        .map(item -> item.kind() + " " + item.name())
                        .collect(Collectors.joining(" and "));
            }
            if (!commit.writings().isEmpty()) return "SQL of its own";
            return commit.taken().isEmpty() ? "a pruning" : "mail taken";
        }
    }
}
