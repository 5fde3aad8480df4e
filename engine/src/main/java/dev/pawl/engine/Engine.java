package dev.pawl.engine;

import dev.pawl.engine.internal.cluster.Membership;
import dev.pawl.engine.internal.kernel.EngineDocuments;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.Registry;
import dev.pawl.engine.internal.loop.Ancestry;
import dev.pawl.engine.internal.loop.BodyThreads;
import dev.pawl.engine.internal.loop.DueRuns;
import dev.pawl.engine.internal.loop.EngineClose;
import dev.pawl.engine.internal.loop.EngineContext;
import dev.pawl.engine.internal.loop.Launcher;
import dev.pawl.engine.internal.loop.Messages;
import dev.pawl.engine.internal.loop.RunLoop;
import dev.pawl.engine.internal.loop.RunningBodies;
import dev.pawl.engine.internal.loop.Starts;
import dev.pawl.engine.internal.recovery.StartupRecovery;
import dev.pawl.engine.internal.recovery.TaskCheck;
import dev.pawl.engine.internal.why.WhyAnalyzer;
import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.NamedDocument;
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

/// Runs machines durably: a run that was started continues until it ends, across crashes of the
/// process.
///
/// Safe for use by many threads. Every method that changes something returns when the change is
/// durable. Opening recovers all runs of the registered machines.
public final class Engine implements AutoCloseable {
    private final Kernel kernel;
    private final EngineContext context;
    private final Queues queues;
    private final Pools pools;
    private final SystemDocuments documents;
    private final RunLoop loop;
    private final BodyThreads threads = new BodyThreads();
    private final RunningBodies bodies;
    private final DueRuns dueRuns;
    private final Launcher launcher;
    private final Schedules schedules;
    private final Retentions retentions;
    private final Subscriptions feeds;
    private final Operators operators;
    private final Messages messages;
    private final WhyAnalyzer explain;
    private final TaskCheck tasks;
    private final Duration drain;
    private final @Nullable Membership membership;
    private final StartReport report;
    private final EngineClose closing;

    private Engine(Store store, EngineOptions options) {
        List<Listener> listeners = new ArrayList<>(options.listeners());
        listeners.add(this::onEvent);
        this.kernel = new Kernel(options.host(), store, listeners, options.isAttended());
        Registry registry = new Registry(options.machines(), EngineDocuments.all(store));
        if (!kernel.attended) registry.addWithoutCode();
        this.context = EngineContext.of(kernel, registry);
        this.queues = new Queues(store, context.queues());
        this.pools = new Pools(kernel, context.permits());
        this.documents = new SystemDocuments(kernel);
        Starts starts = new Starts(kernel, registry, context.queues());
        this.bodies = new RunningBodies(kernel, context.liveRuns(), threads);
        this.loop = new RunLoop(context, starts, bodies);
        this.closing = new EngineClose(kernel.host, threads);
        this.dueRuns = new DueRuns(context, starts, loop);
        this.launcher = new Launcher(kernel, starts, loop);
        this.schedules = new Schedules(kernel, registry);
        this.retentions = new Retentions(kernel);
        this.feeds = new Subscriptions(kernel);
        this.operators = new Operators(context, loop);
        this.messages = new Messages(context, loop);
        this.explain = new WhyAnalyzer(context, options.explaining());
        this.tasks = new TaskCheck(kernel, context.liveRuns());
        this.drain = options.drain();
        this.report = new StartReport(kernel);
        var news = new Membership.News(this::reload, report::set);
        this.membership =
                kernel.attended && kernel.node.isShared()
                        ? new Membership(context, loop, bodies, options.node(), news)
                        : null;
    }

    /// Opens an engine on a store with machines and the default options.
    public static Engine open(Store store, Machine<?, ?>... machines) {
        return open(store, options -> options.machines(machines));
    }

    /// Opens an engine on a store. When this returns the engine is ready: limits are in force, new
    /// runs may be started, and the runs of the previous process are being recovered.
    public static Engine open(Store store, Consumer<EngineOptions> options) {
        EngineOptions chosen = new EngineOptions();
        options.accept(chosen);
        Engine engine = new Engine(store, chosen);
        try {
            engine.launch(chosen);
        } catch (RuntimeException | Error e) {
            engine.abandon();
            throw e;
        }
        return engine;
    }

    /// Ends the tasks of an engine that could not be opened.
    private void abandon() {
        try (var _ = kernel.store) {
            endLoops();
            if (membership != null) membership.stop();
        }
    }

    private void launch(EngineOptions options) {
        EngineDocuments.requireWhole(kernel.store);
        if (kernel.attended) attend(options);
        else openSettings(options);
    }

    private void attend(EngineOptions options) {
        Instant opened = kernel.now();
        boolean crashed = EngineDocuments.wasCrashed(kernel.store);
        List<NamedDocument> initial = EngineDocuments.documents(context.registry().machines());
        options.tables().forEach(tables -> EngineDocuments.create(tables, kernel));
        if (membership != null) membership.join();
        else initial.add(EngineDocuments.node(opened, false));
        kernel.commitNow(Commit.of(initial.toArray(NamedDocument[]::new)));
        openSettings(options);
        pools.requireFor(context.registry());
        pools.dropUnused();
        kernel.startPending();
        context.permits().start(loop);
        options.openings().forEach(opening -> opening.accept(this));
        StartupRecovery resume = new StartupRecovery(context, loop);
        dueRuns.start();
        if (membership != null) membership.start();
        else resume.start(crashed, opened, report::set);
        context.queues().start(loop);
        schedules.start(launcher);
        retentions.start();
    }

    private void openSettings(EngineOptions options) {
        pools.open(options.pools());
        context.queues().open(options.queues());
        schedules.open(options.schedules());
        retentions.open(options.retentions());
    }

    private void onEvent(EngineEvent event) {
        if (event instanceof EngineEvent.StoreFailed) wakeCallers();
        if (!(event instanceof EngineEvent.RunChanged changed)) return;
        feeds.news();
        retentions.changed(changed.before(), changed.after());
    }

    /// Starts a run and returns its id; if the start joins an existing run, the id of that run.
    public RunId start(Start<?> start) {
        return launcher.start(start, List.of());
    }

    /// Starts a run of a machine that is known by name alone; throws [Refused] if this engine has
    /// no such machine, or it does not understand the request.
    public RunId start(Submission asked) {
        return start(asked.start(context.registry().machine(asked.machine())));
    }

    /// Sends an event to a run: durable when this returns, consumed when the run waits for it.
    public void send(RunId to, Object event) {
        messages.send(messages.of(to, event));
    }

    /// Sends an event by its name, with an encoded body.
    public void send(RunId to, String event, Payload body) {
        messages.send(messages.of(to, event, body));
    }

    /// Offers an event to a run that waits for it: when this returns, the event is durable. Throws
    /// [Refused.NotAccepted], with the events that the run accepts, if it does not wait for this
    /// one. An event that is already on its way is not sent twice.
    public void offer(RunId to, Object event) {
        messages.offer(messages.of(to, event));
    }

    /// Waits for the end of a run and returns its result. Throws [Refused.NotCompleted] if it ended
    /// otherwise, or has not ended in time, and [Refused.OtherMachine] at once if it is a run of
    /// another machine.
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
        RunId body = threads.present();
        if (body != null) new Ancestry(kernel.store, context.registry()).requireAwaitable(body, id);
        return context.endWaiters().end(id, kernel.after(atMost));
    }

    /// Returns the result of a completed run of this machine.
    public <O> O result(Machine<?, O> machine, Run run) {
        Refused.OtherMachine.unless(machine.name(), run);
        Payload response = run.data().response();
        if (run.status() != RunStatus.COMPLETED)
            throw new Refused.NotCompleted(run, "did not complete");
        if (response == null) throw new Refused.NotCompleted(run, "completed without a response");
        return machine.codec().decode(response, machine.responseType());
    }

    /// Returns a run as it is now.
    public Run run(RunId id) {
        return kernel.find(id).orElseThrow(() -> new Refused.UnknownRun(id.toString()));
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

    /// Returns gauges by name, as in [Metrics]: live runs by status; held slots, waiting runs and
    /// the longest wait of each queue. The cost grows with the live runs: call it rarely.
    public Map<String, Long> gauges() {
        return new Gauges(kernel, queues).read();
    }

    /// Returns the history of a run after an entry.
    public List<HistoryEntry> history(RunId id, long after, int limit) {
        return kernel.store.history(id, after, limit);
    }

    /// Returns what happens to all runs from a position on; 0 is the start of the log.
    public Subscription feed(long position) {
        return new Subscription(kernel, feeds, Subscription.all(), position);
    }

    /// Returns what happens to one run from a position on.
    public Subscription feed(RunId run, long position) {
        return new Subscription(kernel, feeds, Subscription.of(run), position);
    }

    /// Returns what happens to the runs of one machine from a position on.
    public Subscription feed(Machine<?, ?> machine, long position) {
        return new Subscription(kernel, feeds, Subscription.of(machine.name()), position);
    }

    /// Returns why a run does not move, and when it will.
    public Why why(RunId id) {
        return explain.why(run(id));
    }

    /// Checks everything that is stored, and that a task executes every run that this engine has in
    /// flight; returns what is wrong, and nothing if all is well.
    public List<String> verify() {
        List<String> faults = new ArrayList<>(kernel.store.verify());
        boolean recovering = !report.isKnown() || (membership != null && membership.isClaiming());
        if (!recovering) faults.addAll(tasks.faults());
        return faults;
    }

    public Operators operators() {
        return operators;
    }

    public Queues queues() {
        return queues;
    }

    public Pools pools() {
        return pools;
    }

    public SystemDocuments documents() {
        return documents;
    }

    public Schedules schedules() {
        return schedules;
    }

    public Retentions retentions() {
        return retentions;
    }

    /// Returns the nodes that share the store, or did recently, by epoch; none for one engine.
    public List<Member> nodes() {
        return kernel.store.cluster().map(Cluster::members).orElse(List.of());
    }

    /// Returns every definition that the store knows, registered with this engine or not.
    public List<Definition> definitions() {
        return context.registry().definitions();
    }

    /// Returns what this start of the engine found, once all runs are recovered; empty if that
    /// takes longer than `atMost`.
    public Optional<CrashReport> report(Duration atMost) throws InterruptedException {
        return report.await(atMost);
    }

    /// Returns the stored reports of this start and earlier ones, oldest first.
    public List<CrashReport> reports() {
        return EngineDocuments.reports(kernel.store);
    }

    /// Throws [Refused.WaitsForItself] if [#close] would wait for the run of this thread.
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
        endLoops();
        // A body that reads a subscription is woken: no further entry will come.
        feeds.news();
        bodies.awaitEnd(kernel.after(drain));
        wakeCallers();
        try {
            if (membership != null) membership.close();
            else if (kernel.attended && !kernel.isBroken()) {
                kernel.store.commit(Commit.of(EngineDocuments.node(kernel.now(), true)));
            }
        } finally {
            kernel.store.close();
        }
    }

    /// Wakes all callers that wait for something: they find that this engine does nothing any more.
    private void wakeCallers() {
        feeds.news();
        report.wakeCallers();
        context.endWaiters().wakeCallers();
        context.permits().wakeCallers();
    }

    private void endLoops() {
        kernel.close();
        context.timers().close();
        context.queues().close();
        context.permits().close();
        schedules.close();
        retentions.close();
    }

    /// Takes over what another node may have changed.
    private void reload() {
        context.registry().learn(EngineDocuments.all(kernel.store));
        context.queues().reload();
        pools.reload();
        schedules.reload();
        retentions.reload();
    }
}
