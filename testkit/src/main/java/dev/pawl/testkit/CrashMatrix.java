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

/// Kills a machine before and after every durable write, lets it live again, and compares how it
/// ends with a life that nobody disturbed.
///
/// In a test it is one line: `CrashMatrix.of(PULL, request).check()`. All lives are simulated, in
/// virtual time. Compared are the runs that there are in the end, with status, state and response,
/// how many rows steps have written with SQL of their own, and whatever the test observes besides;
/// invariants must hold after every life. Events are sent once as they are given, then each life
/// again with all of them twice, and with all of them late.
///
/// What the bodies change outside the store lives on through a crash, as a disk does; [#fresh]
/// clears it before the next trial. For one thread.
public final class CrashMatrix {
    private static final Duration LATE = Duration.ofMinutes(10);

    private final Start<?> start;
    private final List<Machine<?, ?>> machines = new ArrayList<>();
    private final List<CrashLife.Posted> events = new ArrayList<>();
    private final List<Runnable> fresh = new ArrayList<>();
    private final Map<String, Function<Store, String>> queries = new LinkedHashMap<>();
    private final Map<String, Supplier<?>> observed = new LinkedHashMap<>();
    private final Map<String, Runnable> invariants = new LinkedHashMap<>();
    private final List<Consumer<EngineOptions>> options = new ArrayList<>();
    private Points points = new Points();
    private Stores stores = Stores.chosen();
    private Duration within = Duration.ofDays(1);
    private Function<Run, String> words = CrashMatrix::words;
    private long seed;
    private int every = 1;

    private CrashMatrix(Start<?> start) {
        this.start = start;
        machines.add(start.machine());
    }

    /// Makes the matrix of a machine and one request.
    public static <I> CrashMatrix of(Machine<I, ?> machine, I request) {
        return of(machine.start(request));
    }

    /// Makes the matrix of one start, with its options.
    public static CrashMatrix of(Start<?> start) {
        return new CrashMatrix(start);
    }

    /// Registers machines that this one starts.
    public CrashMatrix with(Machine<?, ?>... others) {
        machines.addAll(List.of(others));
        return this;
    }

    /// Opens the engines with these options besides: queues, pools, schedules.
    public CrashMatrix options(Consumer<EngineOptions> more) {
        options.add(more);
        return this;
    }

    /// Sends an event to the run when this much time has passed since its start.
    public CrashMatrix event(Duration after, Object event) {
        events.add(new CrashLife.Posted(after, event));
        return this;
    }

    /// Does something before each trial: clears what the one before left outside the store.
    public CrashMatrix fresh(Runnable clear) {
        fresh.add(clear);
        return this;
    }

    /// Compares what `value` shows at the end with what it showed undisturbed.
    public CrashMatrix observing(String name, Supplier<?> value) {
        observed.put(name, value);
        return this;
    }

    /// Compares the rows of a query on what steps have written with SQL of their own. Where there
    /// is such a query the number of rows in each table is not compared.
    public <T> CrashMatrix querying(String sql, Transaction.RowMapper<T> mapper) {
        queries.put(sql, store -> String.valueOf(store.query(sql, mapper)));
        return this;
    }

    /// Checks something after every life; it throws if that does not hold.
    public CrashMatrix invariant(String name, Runnable check) {
        invariants.put(name, check);
        return this;
    }

    /// Kills at each of these points too; the bodies pass them.
    public CrashMatrix points(Points others) {
        points = others;
        return this;
    }

    /// Takes the stores from elsewhere, such as [SqliteStores]; default: stores in memory. No SQL
    /// of a step may be lost: what one transaction left in the tables the next one must find.
    public CrashMatrix on(Stores others) {
        stores = others;
        return this;
    }

    /// Sets how long all runs may take in virtual time; a day unless told.
    public CrashMatrix within(Duration time) {
        within = time;
        return this;
    }

    /// Sets what is compared of each run, for machines whose responses never are the same.
    public CrashMatrix comparing(Function<Run, String> description) {
        words = description;
        return this;
    }

    /// Sets the seed that decides the order in which tasks take turns.
    public CrashMatrix seed(long number) {
        seed = number;
        return this;
    }

    /// Kills at every n-th of all moments only, for a machine whose trials take long; default: 1.
    public CrashMatrix every(int n) {
        if (n < 1) throw new IllegalArgumentException("expected 1 or more, found " + n);
        every = n;
        return this;
    }

    /// Kills and compares; returns what was tried, or fails with the write, the side of it and what
    /// differed.
    public Summary check() {
        CrashLife.Ending calm = live("undisturbed", CrashLife.Kill.NONE, CrashLife.Post.AS_GIVEN);
        List<Moment> moments = new ArrayList<>();
        long passed = points.passed();
        for (long n = 1; n <= passed; n++) {
            moments.add(new Moment(CrashLife.Kill.at(n), CrashLife.Post.AS_GIVEN));
        }
        int lives = 1;
        for (CrashLife.Post post : CrashLife.Post.values()) {
            if (post != CrashLife.Post.AS_GIVEN && events.isEmpty()) continue;
            long writes = calm.writes();
            if (post != CrashLife.Post.AS_GIVEN) {
                String name = "undisturbed, " + post;
                CrashLife.Ending ending = live(name, CrashLife.Kill.NONE, post);
                compare(name, calm, ending);
                writes = ending.writes();
                lives++;
            }
            for (long n = 1; n <= writes; n++) {
                moments.add(new Moment(CrashLife.Kill.of(n, false), post));
                moments.add(new Moment(CrashLife.Kill.of(n, true), post));
            }
        }
        for (int i = 0; i < moments.size(); i += every) {
            Moment moment = moments.get(i);
            compare(moment.name(), calm, live(moment.name(), moment.kill(), moment.post()));
            lives++;
        }
        return new Summary(calm.writes(), lives, calm.seen());
    }

    private CrashLife.Ending live(String name, CrashLife.Kill kill, CrashLife.Post post) {
        fresh.forEach(Runnable::run);
        try {
            SimHost host = new SimHost(seed);
            SimEngine sim = new SimEngine(host, stores, this::configure);
            points.arm(kill.point(), sim::crash);
            CrashLife life =
                    new CrashLife(
                            sim,
                            start,
                            post == CrashLife.Post.LATE ? late() : plan(),
                            new CrashLife.Look(stores, words, queries));
            CrashLife.Ending ending = life.live(kill, post);
            Map<String, String> seen = new LinkedHashMap<>(ending.seen());
            observed.forEach((what, value) -> seen.put(what, String.valueOf(value.get())));
            invariants.forEach((what, check) -> hold(what, check));
            return new CrashLife.Ending(ending.writes(), ending.killedIn(), seen);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("%s: %s".formatted(name, e.getMessage()), e);
        }
    }

    private void configure(EngineOptions chosen) {
        machines.forEach(chosen::machines);
        options.forEach(each -> each.accept(chosen));
    }

    private CrashLife.Plan plan() {
        return new CrashLife.Plan(events, within);
    }

    private CrashLife.Plan late() {
        List<CrashLife.Posted> later = new ArrayList<>();
        for (CrashLife.Posted each : events) {
            later.add(new CrashLife.Posted(each.after().plus(LATE), each.event()));
        }
        return new CrashLife.Plan(later, within.plus(LATE));
    }

    private static void hold(String what, Runnable check) {
        try {
            check.run();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "invariant '%s' broken: %s".formatted(what, e.getMessage()), e);
        }
    }

    private static void compare(String name, CrashLife.Ending calm, CrashLife.Ending found) {
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
                    "%s (%s): it did not end as the undisturbed life did%s"
                            .formatted(name, found.killedIn(), String.join("", differences)));
        }
    }

    private static String words(Run run) {
        return "%s %s in '%s' with %s"
                .formatted(run.machine(), run.status(), run.state(), run.data().response());
    }

    /// One kill, and how events are sent meanwhile.
    private record Moment(CrashLife.Kill kill, CrashLife.Post post) {
        String name() {
            return kill.point() > 0 ? "killed " + kill : "killed %s, %s".formatted(kill, post);
        }
    }

    /// What was tried: the durable writes of the undisturbed life, how many lives there were, and
    /// what each of them showed in the end, by name: runs, rows and what the test observes.
    public record Summary(long writes, int lives, Map<String, String> seen) {
        public Summary {
            seen = Map.copyOf(seen);
        }
    }

    /// Moments between durable writes at which a process may die: whoever does something outside
    /// the store passes one before and one after it.
    ///
    /// The matrix kills at each of them once. Elsewhere they do nothing. For one thread.
    public static final class Points {
        private long passed;
        private long deadly;
        private Runnable death = () -> {};

        /// Passes the next point, or dies there.
        public void here() {
            passed++;
            if (passed == deadly) death.run();
        }

        /// Begins to count anew; at point number `number` comes `death`, and with 0 nowhere.
        void arm(long number, Runnable ending) {
            passed = 0;
            deadly = number;
            death = ending;
        }

        /// Returns how many were passed since.
        long passed() {
            return passed;
        }
    }
}
