package dev.pawl.trials.simulation;

import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.HistoryEntry.Kind;
import dev.pawl.run.Payload;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/// What the simulation observes, recorded apart from the engine: which bodies execute, what became
/// durable and which limits are in force. Whatever contradicts it is a violation.
final class Observations {
    // A picked run may wait this long for its commit in a slow store, while the queue shrinks.
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final int TRACE_MAX = 120;
    private static final Duration RATE_SLACK = Duration.ofSeconds(3);

    private static final Set<Kind> SENT = Set.of(Kind.FORKED, Kind.WENT_TO, Kind.STATE_SKIPPED);

    final Set<RunId> started = new HashSet<>();
    final Map<String, RunId> byIdempotency = new HashMap<>();
    final Set<RunId> touched = new HashSet<>();
    final List<String> violations = new ArrayList<>();
    final List<String> trace = new ArrayList<>();
    // How many callers wait for permits.
    int acquiring;
    long position;
    boolean resumed;
    boolean broken;

    private final Supplier<Instant> time;
    private final LongPredicate live;
    private final Map<RunId, List<Body>> bodies = new HashMap<>();
    private final Map<String, Long> owners = new HashMap<>();
    private Instant jumped = Instant.EPOCH;
    private final Map<RunId, Long> read = new HashMap<>();
    private final Map<RunId, Run> runs = new HashMap<>();
    private final Map<String, Deque<Limit>> limits = new HashMap<>();
    private final Map<String, Deque<Instant>> admissions = new HashMap<>();

    /// Records with a clock; `live` returns whether a node of this epoch holds its lease.
    Observations(Supplier<Instant> time, LongPredicate live) {
        this.time = time;
        this.live = live;
    }

    void violation(String what) {
        violations.add(time.get() + " " + what);
    }

    /// Throws if there was a violation, with what happened last.
    void requireSound() {
        if (violations.isEmpty()) return;
        throw new AssertionError(String.join("\n", violations) + tail());
    }

    /// Returns what happened last, line by line.
    String tail() {
        int from = Math.max(0, trace.size() - TRACE_MAX);
        return "\n  " + String.join("\n  ", trace.subList(from, trace.size()));
    }

    /// Records a limit that is in force from now on.
    void limit(String name, int count) {
        limits.computeIfAbsent(name, _ -> new ArrayDeque<>()).add(new Limit(time.get(), count));
    }

    /// Returns the largest limit that was in force lately.
    int limit(String name) {
        Deque<Limit> all = limits.get(name);
        Instant since = time.get().minus(GRACE);
        while (all.size() > 1 && second(all).since().isBefore(since)) all.removeFirst();
        return all.stream().mapToInt(Limit::count).max().orElseThrow();
    }

    private static Limit second(Deque<Limit> all) {
        var each = all.iterator();
        each.next();
        return each.next();
    }

    /// Records that a body starts. Another body of the same run is allowed only if its node has
    /// lost its lease and has not stopped the body yet.
    Body starts(Attempt<?, ?> attempt, String state, int permits) {
        // A recovery and the body after it belong to one attempt, and so to one node.
        String name = attempt.id() + " " + attempt.fence();
        long owner = owners.computeIfAbsent(name, _ -> run(attempt.id()).owner());
        Body body = new Body(owner, state, permits);
        List<Body> all = bodies.computeIfAbsent(attempt.id(), _ -> new ArrayList<>());
        all.add(body);
        long counted = all.stream().filter(each -> live.test(each.owner())).count();
        if (counted > 1) violation("two bodies of %s execute: %s".formatted(attempt.id(), all));
        int out = permitsOut();
        if (permits > 0 && out > limit(SimulatedMachines.POOL)) {
            violation("%d permits of the pool are out: %s".formatted(out, bodies));
        }
        return body;
    }

    void ends(Attempt<?, ?> attempt, Body body) {
        List<Body> all = bodies.getOrDefault(attempt.id(), new ArrayList<>());
        all.remove(body);
        if (all.isEmpty()) bodies.remove(attempt.id());
    }

    boolean isExecuting(RunId run) {
        return bodies.getOrDefault(run, List.of()).stream().anyMatch(b -> live.test(b.owner()));
    }

    private int permitsOut() {
        return bodies.values().stream()
                .flatMap(List::stream)
                .filter(body -> live.test(body.owner()))
                .mapToInt(Body::permits)
                .sum();
    }

    /// Records what a reader of the log received: each run's history in order, without a gap.
    void read(List<LoggedEntry> entries, long reached) {
        for (LoggedEntry each : entries) {
            long before = read.getOrDefault(each.run(), 0L);
            if (each.entry().seq() != before + 1) {
                violation("after entry %d the reader got %s".formatted(before, each));
            }
            read.put(each.run(), each.entry().seq());
        }
        position = reached;
    }

    /// Checks that a reader received every entry.
    void requireAllRead() {
        for (Run run : all()) {
            long seen = read.getOrDefault(run.id(), 0L);
            if (seen != run.version()) violation("only %d entries read of %s".formatted(seen, run));
        }
    }

    /// A process crashed: nothing that it executed continues.
    void died(LongPredicate epochs) {
        for (List<Body> all : bodies.values()) all.removeIf(body -> epochs.test(body.owner()));
        bodies.values().removeIf(List::isEmpty);
        resumed = false;
        broken = false;
        trace.add(time.get() + " died");
    }

    /// The clock was set: the content of its windows is unknown now.
    void clockJumped() {
        admissions.clear();
        jumped = time.get();
    }

    void onEvent(EngineEvent event) {
        switch (event) {
            case EngineEvent.RunChanged changed -> {
                Run run = changed.after();
                trace.add(
                        "%s %s %s %s '%s' %s"
                                .formatted(
                                        time.get(),
                                        run.machine(),
                                        run.id(),
                                        run.status(),
                                        run.state(),
                                        changed.entries().stream().map(e -> e.kind()).toList()));
            }
            case EngineEvent.TaskFailed(var task, var problem) -> {
                if (task.startsWith("listener")) return;
                trace.add(time.get() + " failed " + task + ": " + problem);
                if (!isTheStores(problem)) violation("task %s: %s".formatted(task, problem));
            }
            case EngineEvent.Resumed _ -> resumed = true;
            case EngineEvent.StoreFailed(var problem) -> {
                broken = true;
                trace.add(time.get() + " " + problem);
            }
            case EngineEvent.Joined(var node, var epoch) ->
                    trace.add("%s %s has epoch %d".formatted(time.get(), node, epoch));
            case EngineEvent.LeaseLost(var epoch, var problem) ->
                    trace.add("%s lost %d: %s".formatted(time.get(), epoch, problem));
            case EngineEvent.TakenOver(var count) -> trace.add(time.get() + " took over " + count);
            default -> {}
        }
    }

    private static boolean isTheStores(String problem) {
        return problem.contains("StoreException") || problem.contains("Refused$Closed");
    }

    private void settings(NamedDocument document) {
        Payload body = document.body();
        if (body == null) return;
        switch (document.kind()) {
            case QUEUE -> {
                QueueSettings settings = JsonCodec.JSON.decode(body, QueueSettings.class);
                limit(settings.name(), settings.concurrency());
            }
            case POOL -> {
                PoolSettings settings = JsonCodec.JSON.decode(body, PoolSettings.class);
                limit(settings.name(), settings.capacity());
            }
            default -> {}
        }
    }

    /// Records a durable commit.
    void committed(Commit commit) {
        commit.documents().forEach(this::settings);
        for (Commit.Change change : commit.changes()) {
            Run after = change.run();
            Run before = runs.get(after.id());
            // Another node's commit may be recorded before this one, which it followed.
            if (before != null && before.version() > after.version()) continue;
            runs.put(after.id(), after);
            if (change.entries().stream().anyMatch(e -> SENT.contains(e.kind()))) {
                touched.add(after.id());
            }
            boolean held = before != null && before.status().holdsSlot();
            QueuePlace lane = after.origin().queuePlace();
            if (lane == null || held || !after.status().holdsSlot()) continue;
            admitted(lane.queue(), after);
            boolean isAdmission =
                    change.entries().stream().anyMatch(e -> e.kind() == Kind.ADMITTED);
            if (isAdmission) rate(lane.queue());
        }
    }

    private void admitted(String queue, Run run) {
        List<Run> holders =
                runs.values().stream()
                        .filter(each -> each.status().holdsSlot() && isIn(queue, each))
                        .toList();
        if (holders.size() > limit(queue)) {
            violation(
                    "%d runs hold slots of %s: %s".formatted(holders.size(), queue, ids(holders)));
        }
        long same = holders.stream().filter(each -> each.key().equals(run.key())).count();
        if (queue.equals(SimulatedMachines.NARROW) && same > SimulatedMachines.PER_KEY) {
            violation("%d runs of key %s hold slots of %s".formatted(same, run.key(), queue));
        }
    }

    private void rate(String queue) {
        // Runs picked before the clock was set belong to the previous window.
        boolean unsure = time.get().isBefore(jumped.plus(RATE_SLACK));
        if (unsure || !queue.equals(SimulatedMachines.RATED)) return;
        Deque<Instant> all = admissions.computeIfAbsent(queue, _ -> new ArrayDeque<>());
        all.add(time.get());
        Instant since = time.get().minus(SimulatedMachines.WINDOW.minus(RATE_SLACK));
        while (all.getFirst().isBefore(since)) all.removeFirst();
        if (all.size() > SimulatedMachines.RATE)
            violation("%d admissions by rate: %s".formatted(all.size(), all));
    }

    /// Returns the runs as they are durable.
    List<Run> all() {
        return runs.values().stream().sorted((a, b) -> a.id().compareTo(b.id())).toList();
    }

    Run run(RunId id) {
        return runs.get(id);
    }

    List<Run> live() {
        return all().stream().filter(run -> !run.status().isEnd()).toList();
    }

    static boolean isIn(String queue, Run run) {
        QueuePlace lane = run.origin().queuePlace();
        return lane != null && lane.queue().equals(queue);
    }

    private static List<RunId> ids(List<Run> runs) {
        return runs.stream().map(Run::id).toList();
    }

    /// One execution of a body, by the node of an epoch, with the permits that it holds.
    record Body(long owner, String state, int permits) {}

    private record Limit(Instant since, int count) {}
}
