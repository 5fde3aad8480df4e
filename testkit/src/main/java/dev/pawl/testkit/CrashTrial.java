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

/// One trial of a [CrashMatrix]: a process that is killed at most once, and how its runs end.
final class CrashTrial {
    private static final String IDEMPOTENCY = "crash matrix";

    private final SimEngine sim;
    private final Start<?> start;
    private final Plan plan;
    private final Inspection inspection;
    private String killedIn = "never killed";
    private @Nullable Instant started;
    private int sent;

    CrashTrial(SimEngine sim, Start<?> start, Plan plan, Inspection inspection) {
        this.sim = sim;
        this.start = start;
        this.plan = plan;
        this.inspection = inspection;
    }

    Ending run(Kill kill, Delivery delivery) {
        WritingCheck check = inspection.sql().map(WritingCheck::new).orElse(null);
        if (check != null) sim.committing(check::commit);
        long writes = first(kill, delivery);
        if (!sim.isAlive()) {
            sim.faults(StoreFaults.NONE).open();
            drive(delivery);
        }
        Store store = sim.store();
        List<String> faults = store.verify();
        if (!faults.isEmpty()) {
            throw new AssertionError("the store is damaged: " + String.join("; ", faults));
        }
        String runs =
                store.runs(Filter.ALL, Page.oldest(Page.LIMIT_MAX)).stream()
                        .map(inspection.description())
                        .sorted()
                        .collect(Collectors.joining("\n             "));
        Map<String, String> seen = new LinkedHashMap<>();
        seen.put("runs", runs);
        if (check != null) {
            check.requireNothingLost(store);
            if (inspection.queries().isEmpty()) seen.put("rows written", check.counts(store));
        }
        inspection.queries().forEach((sql, query) -> seen.put(sql, query.apply(store)));
        sim.close();
        inspection.sql().ifPresent(stores -> stores.discard(store));
        return new Ending(writes, killedIn, seen);
    }

    /// Runs until the end or the kill, and returns how many durable writes that took.
    private long first(Kill kill, Delivery delivery) {
        try {
            sim.faults(new Killer(kill)).open();
            drive(delivery);
            if (!kill.equals(Kill.NONE)) {
                throw new AssertionError(
                        "expected to be killed %s, found an end after %d writes: the machine must"
                                        .formatted(kill, sim.writes())
                                + " do the same each time");
            }
            return sim.writes();
        } catch (SimHost.Crashed _) {
            return kill.write();
        }
    }

    private void drive(Delivery delivery) {
        // A client that does not know whether its start arrived repeats it.
        Start<?> same =
                start.identity().idempotency() == null ? start.idempotency(IDEMPOTENCY) : start;
        RunId id = sim.call(engine -> engine.start(same));
        Instant startedAt = started == null ? sim.host().now() : started;
        started = startedAt;
        while (sent < plan.events().size()) {
            TimedEvent next = plan.events().get(sent);
            pass(Duration.between(sim.host().now(), startedAt.plus(next.after())));
            int times = delivery == Delivery.TWICE ? 2 : 1;
            for (int i = 0; i < times; i++) sim.perform(engine -> send(engine, id, next));
            sent++;
        }
        Store store = sim.store();
        sim.host()
                .runUntil(
                        () -> !sim.isAlive() || store.count(Filter.ALL.live()) == 0, plan.within());
        requireAlive();
        // What follows the last end belongs to the trial: the process may be killed there too.
        sim.settle();
        requireAlive();
    }

    private static void send(Engine engine, RunId id, TimedEvent event) {
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

    /// What is inspected at the end: the description of each run, and the rows of these queries.
    record Inspection(
            StoreFactory stores,
            Function<Run, String> description,
            Map<String, Function<Store, String>> queries) {
        Optional<SqlStores> sql() {
            return stores instanceof SqlStores sql ? Optional.of(sql) : Optional.empty();
        }
    }

    /// The events for the run, and how long it may take.
    record Plan(List<TimedEvent> events, Duration within) {}

    /// An event and when it is sent, counted from the start.
    record TimedEvent(Duration after, Object event) {}

    /// How events are sent.
    enum Delivery {
        AS_GIVEN("events as given"),
        TWICE("every event twice"),
        LATE("every event late");

        private final String text;

        Delivery(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
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

    /// How a trial ended: the writes of its first process, where it was killed, and what was seen.
    record Ending(long writes, String killedIn, Map<String, String> seen) {}

    private final class Killer implements StoreFaults {
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
            killedIn = "the write was " + describe(commit);
            sim.crash();
        }

        private static String describe(Commit commit) {
            if (!commit.changes().isEmpty()) {
                return commit.changes().stream()
                        .map(change -> {
                            var last = change.entries().getLast();
                            return "%s of %s in '%s'"
                                    .formatted(last.kind(), change.run().machine(), last.state());
                        })
                        .collect(Collectors.joining(" and "));
            }
            if (!commit.documents().isEmpty()) {
                return commit.documents().stream()
                        .map(document -> document.kind() + " " + document.name())
                        .collect(Collectors.joining(" and "));
            }
            if (!commit.writings().isEmpty()) return "SQL of a step";
            return commit.taken().isEmpty() ? "a pruning" : "messages taken";
        }
    }
}
