package dev.pawl.testkit;

import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Start;
import dev.pawl.machine.Transaction;
import dev.pawl.run.Run;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// Kills a machine before and after every durable write, restarts it, and compares how it ends with
/// a trial without a kill.
///
/// In a test it is one line: `CrashMatrix.of(PULL, request).check()`. Every trial is simulated, in
/// virtual time. It compares the runs at the end with their status, state and response, the number
/// of rows that steps wrote with SQL, and whatever else the test observes; invariants must hold
/// after every trial. Events are sent as given, then every trial is repeated with each event sent
/// twice, and with each event sent late.
///
/// What bodies change outside the store survives a crash, as a disk does; [#fresh] clears it before
/// the next trial. For one thread.
public final class CrashMatrix {
    private static final Duration LATE = Duration.ofMinutes(10);

    private final Start<?> start;
    private final List<Machine<?, ?>> machines = new ArrayList<>();
    private final List<CrashTrial.TimedEvent> events = new ArrayList<>();
    private final List<Runnable> fresh = new ArrayList<>();
    private final Map<String, Function<Store, String>> queries = new LinkedHashMap<>();
    private final Map<String, Supplier<?>> observed = new LinkedHashMap<>();
    private final Map<String, Runnable> invariants = new LinkedHashMap<>();
    private final List<Consumer<EngineOptions>> options = new ArrayList<>();
    private Points points = new Points();
    private StoreFactory stores = StoreFactory.chosen();
    private Duration within = Duration.ofDays(1);
    private Function<Run, String> description = CrashMatrix::describe;
    private long seed;
    private int every = 1;

    private CrashMatrix(Start<?> start) {
        this.start = start;
        machines.add(start.machine());
    }

    /// Creates the matrix of a machine and one request.
    public static <I> CrashMatrix of(Machine<I, ?> machine, I request) {
        return of(machine.start(request));
    }

    /// Creates the matrix of one start, with its options.
    public static CrashMatrix of(Start<?> start) {
        return new CrashMatrix(start);
    }

    /// Registers machines that this one starts.
    public CrashMatrix with(Machine<?, ?>... others) {
        machines.addAll(List.of(others));
        return this;
    }

    /// Adds options to the engines: queues, pools, schedules.
    public CrashMatrix options(Consumer<EngineOptions> more) {
        options.add(more);
        return this;
    }

    /// Sends an event to the run when this much time has passed since its start.
    public CrashMatrix event(Duration after, Object event) {
        events.add(new CrashTrial.TimedEvent(after, event));
        return this;
    }

    /// Runs before each trial, to clear what the previous one left outside the store.
    public CrashMatrix fresh(Runnable clear) {
        fresh.add(clear);
        return this;
    }

    /// Compares what `value` returns at the end with what it returned in the trial without a kill.
    public CrashMatrix observing(String name, Supplier<?> value) {
        observed.put(name, value);
        return this;
    }

    /// Compares the rows of a query on the tables that steps wrote with SQL. With such a query, the
    /// number of rows in each table is not compared.
    public <T> CrashMatrix querying(String sql, Transaction.RowMapper<T> mapper) {
        queries.put(sql, store -> String.valueOf(store.query(sql, mapper)));
        return this;
    }

    /// Checks an invariant after every trial; `check` throws if it does not hold.
    public CrashMatrix invariant(String name, Runnable check) {
        invariants.put(name, check);
        return this;
    }

    /// Kills at each of these points too; bodies pass them with [Points#here].
    public CrashMatrix points(Points others) {
        points = others;
        return this;
    }

    /// Sets where stores come from, such as [SqliteStores]; default: stores in memory. No SQL of a
    /// step may be lost: the next transaction must find what the previous one left in the tables.
    public CrashMatrix on(StoreFactory others) {
        stores = others;
        return this;
    }

    /// Sets how long all runs may take in virtual time; default: a day.
    public CrashMatrix within(Duration time) {
        within = time;
        return this;
    }

    /// Sets what is compared of each run, for machines whose responses differ each time.
    public CrashMatrix comparing(Function<Run, String> described) {
        description = described;
        return this;
    }

    /// Sets the seed that decides the order in which tasks take turns.
    public CrashMatrix seed(long number) {
        seed = number;
        return this;
    }

    /// Kills at every n-th moment only, for a machine whose trials take long; default: 1. Kills
    /// alternate between before and after a write for every `n`.
    public CrashMatrix every(int n) {
        if (n < 1) throw new IllegalArgumentException("expected 1 or more, found " + n);
        every = n;
        return this;
    }

    /// Runs every trial; returns a summary, or fails with the write, the side of it and what
    /// differed.
    public Summary check() {
        CrashTrial.Ending calm =
                run("not killed", CrashTrial.Kill.NONE, CrashTrial.Delivery.AS_GIVEN);
        List<Moment> moments = new ArrayList<>();
        long passed = points.passed();
        for (long n = 1; n <= passed; n++) {
            moments.add(new Moment(CrashTrial.Kill.at(n), CrashTrial.Delivery.AS_GIVEN));
        }
        int trials = 1;
        for (CrashTrial.Delivery delivery : CrashTrial.Delivery.values()) {
            if (delivery != CrashTrial.Delivery.AS_GIVEN && events.isEmpty()) continue;
            long writes = calm.writes();
            if (delivery != CrashTrial.Delivery.AS_GIVEN) {
                String name = "not killed, " + delivery;
                CrashTrial.Ending ending = run(name, CrashTrial.Kill.NONE, delivery);
                compare(name, calm, ending);
                writes = ending.writes();
                trials++;
            }
            for (long n = 1; n <= writes; n++) {
                moments.add(new Moment(CrashTrial.Kill.of(n, false), delivery));
                moments.add(new Moment(CrashTrial.Kill.of(n, true), delivery));
            }
        }
        for (Moment moment : everyNth(moments)) {
            compare(moment.name(), calm, run(moment.name(), moment.kill(), moment.delivery()));
            trials++;
        }
        return new Summary(calm.writes(), trials, calm.seen());
    }

    /// Returns every n-th moment. Moments come in pairs, before and after a write: an even step
    /// would choose the same side each time, so every second choice moves to the other side.
    private List<Moment> everyNth(List<Moment> moments) {
        List<Moment> chosen = new ArrayList<>();
        for (int i = 0; i < moments.size(); i += every) {
            boolean isMoved = every % 2 == 0 && chosen.size() % 2 == 1;
            chosen.add(moments.get(isMoved ? Math.min(i + 1, moments.size() - 1) : i));
        }
        return chosen;
    }

    private CrashTrial.Ending run(String name, CrashTrial.Kill kill, CrashTrial.Delivery delivery) {
        fresh.forEach(Runnable::run);
        try {
            SimHost host = new SimHost(seed);
            SimEngine sim = new SimEngine(host, stores, this::configure);
            points.arm(kill.point(), sim::crash);
            CrashTrial trial =
                    new CrashTrial(
                            sim,
                            start,
                            delivery == CrashTrial.Delivery.LATE ? late() : plan(),
                            new CrashTrial.Inspection(stores, description, queries));
            CrashTrial.Ending ending = trial.run(kill, delivery);
            Map<String, String> seen = new LinkedHashMap<>(ending.seen());
            observed.forEach((what, value) -> seen.put(what, String.valueOf(value.get())));
            invariants.forEach((what, check) -> hold(what, check));
            return new CrashTrial.Ending(ending.writes(), ending.killedIn(), seen);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("%s: %s".formatted(name, e.getMessage()), e);
        }
    }

    private void configure(EngineOptions chosen) {
        machines.forEach(chosen::machines);
        options.forEach(each -> each.accept(chosen));
    }

    private CrashTrial.Plan plan() {
        return new CrashTrial.Plan(events, within);
    }

    private CrashTrial.Plan late() {
        List<CrashTrial.TimedEvent> later = new ArrayList<>();
        for (CrashTrial.TimedEvent each : events) {
            later.add(new CrashTrial.TimedEvent(each.after().plus(LATE), each.event()));
        }
        return new CrashTrial.Plan(later, within.plus(LATE));
    }

    private static void hold(String what, Runnable check) {
        try {
            check.run();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "invariant '%s' broken: %s".formatted(what, e.getMessage()), e);
        }
    }

    private static void compare(String name, CrashTrial.Ending calm, CrashTrial.Ending found) {
        List<String> differences = new ArrayList<>();
        calm.seen()
                .forEach((what, expected) -> {
                    String other = found.seen().get(what);
                    if (!expected.equals(other)) {
                        differences.add(
                                "\n  %s\n    expected %s\n    found    %s"
                                        .formatted(what, expected, other));
                    }
                });
        if (!differences.isEmpty()) {
            throw new AssertionError(
                    "%s (%s): it did not end like the trial without a kill%s"
                            .formatted(name, found.killedIn(), String.join("", differences)));
        }
    }

    private static String describe(Run run) {
        return "%s %s in '%s' with %s"
                .formatted(run.machine(), run.status(), run.state(), run.data().response());
    }

    /// One kill, and how events are sent.
    private record Moment(CrashTrial.Kill kill, CrashTrial.Delivery delivery) {
        String name() {
            return kill.point() > 0 ? "killed " + kill : "killed %s, %s".formatted(kill, delivery);
        }
    }

    /// A matrix that passed: the durable writes of the trial without a kill, the number of trials,
    /// and what each trial showed at the end, by name: runs, rows and what the test observes.
    public record Summary(long writes, int trials, Map<String, String> seen) {
        public Summary {
            seen = Map.copyOf(seen);
        }
    }

    /// Moments between durable writes at which a process may die: code that changes something
    /// outside the store passes one before the change and one after it.
    ///
    /// The matrix kills at each of them once. Outside a matrix they do nothing. For one thread.
    public static final class Points {
        private long passed;
        private long deadly;
        private Runnable death = () -> {};

        /// Passes the next point, or dies there.
        public void here() {
            passed++;
            if (passed == deadly) death.run();
        }

        /// Counts again from zero; runs `ending` at point `number`, or nowhere if that is 0.
        void arm(long number, Runnable ending) {
            passed = 0;
            deadly = number;
            death = ending;
        }

        /// Returns how many points were passed since.
        long passed() {
            return passed;
        }
    }
}
