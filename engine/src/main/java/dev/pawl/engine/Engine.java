package dev.pawl.engine;

import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.Tally;
import dev.pawl.machine.Definition;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Start;
import dev.pawl.machine.Transaction.RowMapper;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs machines durably: what was started goes on until it ends, whatever happens to the process.
///
/// Safe for use by many threads. Every method that changes something returns when the change is
/// durable. Opening takes up all runs of the registered machines by itself.
public final class Engine implements AutoCloseable {
    private final Kernel kernel;
    private final Parts parts;
    private final Runs runs;
    private final Following following;
    private final Launcher launcher;
    private final Schedules schedules;
    private final Retentions retentions;
    private final Feeds feeds;
    private final Operators operators;
    private final Post post;
    private final Explain explain;
    private final Duration drain;
    private final @Nullable Membership membership;
    private final Signal resumed = new Signal();
    private volatile @Nullable CrashReport report;
    private final Closing closing;

    private Engine(Store store, EngineOptions options) {
        List<Listener> listeners = new ArrayList<>(options.listeners());
        listeners.add(this::heard);
        this.kernel = new Kernel(options.host(), store, listeners);
        Registry registry = new Registry(options.machines(), Stored.all(store));
        Cells cells = new Cells();
        Timers timers = new Timers(kernel);
        Queues queues = new Queues(kernel);
        Permits permits =
                kernel.node.isShared()
                        ? new SharedPermits(kernel, timers, cells)
                        : new LocalPermits(kernel, timers, cells);
        Pools pools = new Pools(kernel, permits);
        Awaiting awaiting = new Awaiting(kernel, cells);
        this.parts = new Parts(kernel, registry, cells, timers, queues, pools, awaiting);
        Starts starts = new Starts(kernel, registry, queues);
        this.runs = new Runs(parts, starts);
        this.closing = new Closing(kernel.host, runs.bodies());
        this.following = new Following(registry, starts, runs);
        this.launcher = new Launcher(kernel, starts, runs);
        this.schedules = new Schedules(kernel, registry);
        this.retentions = new Retentions(kernel);
        this.feeds = new Feeds(kernel);
        this.operators = new Operators(parts, runs);
        this.post = new Post(parts, runs);
        this.explain = new Explain(parts, options.explaining());
        this.drain = options.drain();
        this.membership =
                kernel.node.isShared()
                        ? new Membership(parts, runs, options.node(), new Learning())
                        : null;
    }

    /// Opens an engine on a store with machines and the default options.
    public static Engine open(Store store, Machine<?, ?>... machines) {
        return open(store, options -> options.machines(machines));
    }

    /// Opens an engine on a store. When this returns the engine is ready: limits are in force, new
    /// runs may be started, and the runs of its last life are being taken up.
    public static Engine open(Store store, Consumer<EngineOptions> options) {
        EngineOptions chosen = new EngineOptions();
        options.accept(chosen);
        Engine engine = new Engine(store, chosen);
        try {
            engine.begin(chosen);
        } catch (RuntimeException | Error e) {
            engine.kernel.close();
            store.close();
            throw e;
        }
        return engine;
    }

    private void begin(EngineOptions options) {
        Stored.requireWhole(kernel.store);
        Instant opened = kernel.now();
        boolean crashed = Stored.wasCrashed(kernel.store);
        List<Item> items = new ArrayList<>();
        options.tables().forEach(tables -> Stored.create(tables, kernel));
        if (membership != null) membership.join();
        else items.add(Stored.node(opened, false));
        for (Machine<?, ?> machine : parts.registry().machines()) {
            items.addAll(Stored.items(machine.definition()));
        }
        kernel.commitNow(Commit.of(items.toArray(Item[]::new)));
        parts.pools().open(options.pools());
        parts.queues().open(options.queues());
        schedules.open(options.schedules());
        retentions.open(options.retentions());
        requirePools();
        parts.pools().dropUnused();
        options.openings().forEach(told -> told.accept(this));
        Resume resume = new Resume(parts, runs);
        Dispatcher dispatcher = new Dispatcher(kernel);
        parts.timers()
                .start((id, at) -> dispatcher.go("due", () -> kernel.patiently(() -> due(id, at))));
        Duration untilReady = Duration.between(opened, kernel.now());
        if (membership != null) {
            membership.start();
            if (parts.permits() instanceof SharedPermits permits) permits.start(runs);
            parts.queues().start(new SharedDoor(parts, runs));
        } else {
            Runnable all = () -> resumed(resume.all(crashed, opened, untilReady));
            kernel.start(
                    "resume", () -> kernel.persistently("resume", () -> kernel.patiently(all)));
            parts.queues().start(new LocalDoor(parts, runs));
        }
        schedules.start(launcher);
        retentions.start();
    }

    private void due(RunId id, Instant at) {
        runs.orPark(
                id,
                "due",
                () -> {
                    following.due(id, at);
                    return true;
                });
    }

    private void requirePools() {
        for (Machine<?, ?> machine : parts.registry().machines()) {
            Registry.pools(machine.definition()).forEach(parts.pools()::require);
        }
    }

    private void resumed(CrashReport found) {
        report = found;
        kernel.tell(new Happening.Resumed(found));
        kernel.host.raise(resumed);
    }

    private void heard(Happening happening) {
        if (happening instanceof Happening.RunChanged changed) {
            feeds.news();
            retentions.changed(changed.before(), changed.after());
        }
    }

    /// Starts a run and returns its id; for a start that comes to an existing run, that one's.
    public RunId start(Start<?> start) {
        return launcher.start(start, List.of());
    }

    /// Starts a run of a machine that is known by name alone; throws [Refused] if this engine has
    /// no such machine, or it does not understand the request.
    public RunId start(Submission asked) {
        return start(asked.start(parts.registry().machine(asked.machine())));
    }

    /// Sends an event to a run: durable when this returns, consumed when the run waits for it.
    public void send(RunId to, Object event) {
        post.send(post.mail(to, event));
    }

    /// Sends an event by its name, with an encoded body.
    public void send(RunId to, String event, Payload body) {
        post.send(post.mail(to, event, body));
    }

    /// Offers an event to a run: it leads on from where the run is, durably when this returns, or
    /// [Refused.NotAccepted] says what would. An event that is on its way already is not sent
    /// twice.
    public void offer(RunId to, Object event) {
        post.offer(post.mail(to, event));
    }

    /// Waits for the end of a run and returns its result.
    ///
    /// Throws [Refused.NotCompleted] if it ended otherwise, or has not ended in time, and
    /// [Refused.OtherMachine] at once if it is a run of another machine.
    public <O> O await(Machine<?, O> machine, RunId id, Duration atMost)
            throws InterruptedException {
        Refused.OtherMachine.unless(machine.name(), run(id));
        Run run =
                awaitEnd(id, atMost)
                        .orElseThrow(() -> new Refused.NotCompleted(run(id), "has not ended yet"));
        return result(machine, run);
    }

    /// Waits for the end of a run; empty if it has not ended in time. Throws
    /// [Refused.WaitsForItself] in a body that the run waits for.
    public Optional<Run> awaitEnd(RunId id, Duration atMost) throws InterruptedException {
        RunId body = runs.bodies().present();
        if (body != null) new Ancestry(kernel.store, parts.registry()).requireAwaitable(body, id);
        return parts.awaiting().end(id, kernel.after(atMost));
    }

    /// Returns the result of a completed run of this machine.
    public <O> O result(Machine<?, O> machine, Run run) {
        Refused.OtherMachine.unless(machine.name(), run);
        Payload response = run.data().response();
        if (run.status() != RunStatus.COMPLETED) throw new Refused.NotCompleted(run, "did not");
        if (response == null) throw new Refused.NotCompleted(run, "completed without a response");
        return machine.codec().decode(response, machine.responseType());
    }

    /// Returns a run as it is now.
    public Run run(RunId id) {
        return kernel.store.run(id).orElseThrow(() -> new Refused.UnknownRun(id.toString()));
    }

    /// Returns the runs that match, by id.
    public List<Run> runs(Filter filter, Page page) {
        return kernel.store.runs(filter, page);
    }

    /// Returns how many runs match.
    public long count(Filter filter) {
        return kernel.store.count(filter);
    }

    /// Returns the live runs counted by definition, status and state.
    public List<Tally> tally() {
        return kernel.store.tally();
    }

    /// Answers one query on tables that steps have written with SQL of their own.
    public <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters) {
        return kernel.store.query(sql, mapper, parameters);
    }

    /// Returns how things stand, by name with labels in braces as [Metrics] has them: live runs by
    /// status, and for each queue how many hold a slot, how many wait and how long the first has.
    ///
    /// It asks the store, at a cost that grows with the live runs: for a look now and then.
    public Map<String, Long> gauges() {
        return new Gauges(kernel, parts.queues()).read();
    }

    /// Returns the history of a run after an entry.
    public List<HistoryEntry> history(RunId id, long after, int limit) {
        return kernel.store.history(id, after, limit);
    }

    /// Returns what happens to all runs from a position on; 0 is the beginning.
    public Feed feed(long position) {
        return new Feed(kernel, feeds, Feed.all(), position);
    }

    /// Returns what happens to one run from a position on.
    public Feed feed(RunId run, long position) {
        return new Feed(kernel, feeds, Feed.of(run), position);
    }

    /// Returns what happens to the runs of one machine from a position on.
    public Feed feed(Machine<?, ?> machine, long position) {
        return new Feed(kernel, feeds, Feed.of(machine.name()), position);
    }

    /// Returns why a run does not move, and when it will.
    public Why why(RunId id) {
        return explain.why(run(id));
    }

    /// Checks everything that is stored, and that a task executes every run that this engine has in
    /// flight; returns what is wrong, and nothing if all is well.
    public List<String> verify() {
        List<String> faults = new ArrayList<>(kernel.store.verify());
        boolean recovering = report == null || (membership != null && membership.isClaiming());
        boolean stopped = kernel.isClosing() || kernel.isBroken();
        if (recovering || stopped) return faults;
        faults.addAll(new TaskCheck(kernel, parts.cells()).faults());
        return faults;
    }

    public Operators operators() {
        return operators;
    }

    public Queues queues() {
        return parts.queues();
    }

    public Pools pools() {
        return parts.pools();
    }

    public Schedules schedules() {
        return schedules;
    }

    public Retentions retentions() {
        return retentions;
    }

    /// Returns the nodes that share the store, or did not long ago, by epoch; none if this engine
    /// has it alone.
    public List<Member> nodes() {
        return kernel.store.cluster().map(Cluster::members).orElse(List.of());
    }

    /// Returns every definition that the store knows, registered with this engine or not.
    public List<Definition> definitions() {
        return parts.registry().definitions();
    }

    /// Returns what this start of the engine found, once all its runs are taken up; empty if that
    /// takes longer than `atMost`.
    public Optional<CrashReport> report(Duration atMost) throws InterruptedException {
        if (report == null && kernel.host.await(resumed, kernel.after(atMost))) {
            kernel.host.raise(resumed);
        }
        return Optional.ofNullable(report);
    }

    /// Throws [Refused.WaitsForItself] if this thread executes a run, so that [#close] would wait
    /// for itself.
    public void requireClosable() {
        closing.requireAllowed();
    }

    /// Stops gracefully: no new work, attempts in flight are waited for until the drain deadline
    /// and then interrupted, everything is recorded, the store is closed. Returns when all that is
    /// done, also if another thread does it.
    @Override
    public void close() {
        closing.once(this::stop);
    }

    private void stop() {
        kernel.close();
        parts.timers().close();
        parts.queues().close();
        if (parts.permits() instanceof SharedPermits permits) permits.close();
        schedules.close();
        retentions.close();
        // Who reads a feed in a body learns here that nothing more will come.
        feeds.news();
        runs.land(kernel.after(drain));
        feeds.news();
        parts.awaiting().close();
        try {
            if (membership != null) membership.close();
            else if (!kernel.isBroken()) {
                kernel.store.commit(Commit.of(Stored.node(kernel.now(), true)));
            }
        } finally {
            kernel.store.close();
        }
    }

    /// What this engine does with news of other nodes.
    private final class Learning implements Membership.News {
        @Override
        public void reload() {
            parts.registry().learn(Stored.all(kernel.store));
            parts.queues().reload();
            parts.pools().reload();
            parts.permits().load();
            schedules.reload();
            retentions.reload();
        }

        @Override
        public void resumed(CrashReport found) {
            Engine.this.resumed(found);
        }
    }
}
