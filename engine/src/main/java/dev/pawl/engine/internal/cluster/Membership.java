package dev.pawl.engine.internal.cluster;

import dev.pawl.engine.CrashReport;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Limits;
import dev.pawl.engine.Signal;
import dev.pawl.engine.internal.kernel.CallerDeadline;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.loop.EngineContext;
import dev.pawl.engine.internal.loop.RunLoop;
import dev.pawl.engine.internal.loop.RunningBodies;
import dev.pawl.engine.internal.recovery.RunRecovery;
import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Heartbeat;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.NodeInfo;
import dev.pawl.engine.store.NodeSlot;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Machine;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Message;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Keeps this node's lease, and takes over runs that other nodes have left.
///
/// One task extends the lease, learns what other nodes changed with the same query, and claims runs
/// that have lost their owner. Another task watches the lease: a node that could not extend it in
/// time stops its bodies before another node may start them, and joins again with a new lease.
public final class Membership {
    private static final int CLAIM_MAX = 500;
    private static final Duration GAP = Duration.ofMillis(20);
    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final Duration LANDING = Duration.ofMillis(50);
    private static final int JITTER_MILLIS = 200;

    private final EngineContext context;
    private final Kernel kernel;
    private final RunLoop loop;
    private final RunningBodies bodies;
    private final News news;
    private final NodeOptions options;
    private final Signal watched = new Signal();
    private final Signal ended = new Signal();
    private final AtomicInteger tasks = new AtomicInteger();
    private volatile Instant beatAt = Instant.MIN;
    // Of the task that watches the lease, except for its creation. A clock that is set back must
    // not
    // prolong the lease.
    private volatile CallerDeadline leaseEnd;
    private volatile boolean suspended;
    private volatile boolean claiming;
    private volatile boolean closed;
    // All of these are of the one task.
    private final Kernel.Outage outage;
    private Instant lookedAt = Instant.MIN;
    private Instant patientUntil = Instant.MIN;
    private Instant next = Instant.MIN;
    private long settings = -1;
    private boolean left;
    private boolean isNew = true;

    public Membership(
            EngineContext context,
            RunLoop loop,
            RunningBodies bodies,
            NodeOptions options,
            News news) {
        this.context = context;
        this.kernel = context.kernel();
        this.loop = loop;
        this.bodies = bodies;
        this.options = options;
        this.news = news;
        this.outage = kernel.new Outage();
        this.leaseEnd = new CallerDeadline(kernel, kernel.now());
    }

    /// Takes a lease, under which this node commits from then on.
    public void join() {
        Set<MachineRef> mine = new HashSet<>();
        for (Machine<?, ?> machine : context.registry().machines()) mine.add(machine.ref());
        String name = options.name(kernel.host);
        NodeInfo info = new NodeInfo(name, kernel.host.where(), NodeOptions.version(), mine);
        Instant asked = kernel.now();
        CallerDeadline end = leaseFrom(asked);
        NodeSlot slot = cluster().join(info, options.lease());
        extended(asked, end);
        kernel.ids.use(slot, kernel.store.lastId());
        kernel.node.joined(slot, mine);
        kernel.node.learnt(cluster().members());
        kernel.publish(new EngineEvent.Joined(name, slot.epoch()));
    }

    public void start() {
        cluster().listen(() -> kernel.host.raise(kernel.news));
        start("node", this::turn);
        start("lease", this::watch);
    }

    private void start(String name, Runnable turn) {
        tasks.incrementAndGet();
        boolean started = false;
        try {
            kernel.startNow(name, () -> takeTurns(name, turn));
            started = true;
        } finally {
            if (!started) tasks.decrementAndGet();
        }
    }

    /// The lease is kept while an engine closes: until then its last bodies execute.
    private void takeTurns(String name, Runnable turn) {
        try {
            kernel.turns(name, () -> !closed, turn);
        } finally {
            if (tasks.decrementAndGet() == 0) kernel.host.raise(ended);
        }
    }

    /// Gives the lease up, after which no body may execute: other nodes take over at once.
    public void close() {
        stop();
        cluster().leave();
    }

    /// Ends the tasks that keep the lease.
    public void stop() {
        closed = true;
        kernel.host.raise(kernel.news);
        kernel.host.raise(watched);
        // A task that is about to join again would outlast the engine.
        if (tasks.get() > 0) kernel.host.awaitRaised(ended);
    }

    private Cluster cluster() {
        return kernel.node.cluster();
    }

    private void turn() {
        await(kernel.news, next);
        if (closed) return;
        if (kernel.isBroken()) {
            quit();
            return;
        }
        // Coalesce bursts of notifications.
        if (kernel.now().isBefore(lookedAt.plus(GAP))) kernel.pause(GAP);
        lookedAt = kernel.now();
        try {
            if (!suspended || renew()) beat();
            outage.over();
        } catch (StoreException e) {
            next = kernel.now().plus(AGAIN);
            if (e.kind() == StoreException.Kind.FENCED) renew();
            else if (e.kind().isTransient()) outage.met(e);
            else throw e;
        }
    }

    private void beat() {
        Instant asked = kernel.now();
        CallerDeadline end = leaseFrom(asked);
        Heartbeat beat = cluster().heartbeat(kernel.node.claim(), options.lease());
        // After an outage the other nodes were away too: they come back before a node claims their
        // runs.
        boolean late = asked.isAfter(beatAt.plus(options.lease()));
        if (late) patientUntil = asked.plus(options.heartbeat());
        extended(asked, end);
        kernel.node.learnt(beat.members());
        next = nextBeat(beat);
        // In an order of their own, so that a simulation can be repeated.
        for (RunId id : new TreeSet<>(beat.changed())) {
            kernel.start("called", () -> loop.refresh(id));
        }
        new TreeSet<>(beat.queues()).forEach(context.queues()::touch);
        context.permits().lookAgain();
        if (settings != beat.settings()) news.reload().run();
        settings = beat.settings();
        boolean overdue = beat.members().stream().anyMatch(member -> isOverdue(member, beat));
        boolean due = beat.claimable() || overdue || isNew;
        boolean open = !kernel.isClosing();
        if (open && due && !asked.isBefore(patientUntil)) claim();
    }

    private CallerDeadline leaseFrom(Instant asked) {
        return new CallerDeadline(kernel, asked.plus(options.lease()));
    }

    /// Notes that the lease was extended, and lets its new time be watched.
    private void extended(Instant asked, CallerDeadline end) {
        beatAt = asked;
        leaseEnd = end;
        kernel.host.raise(watched);
    }

    /// Returns when to extend the lease next: in its time, or when that of another node runs out.
    private Instant nextBeat(Heartbeat beat) {
        Duration pause = options.heartbeat();
        for (Member member : beat.members()) {
            if (!member.isLive() || member.epoch() == kernel.node.epoch()) continue;
            Duration left = Duration.between(beat.now(), member.until());
            if (!left.isNegative() && left.compareTo(pause) < 0) pause = left;
        }
        long jitter = kernel.host.random().nextInt(JITTER_MILLIS);
        return kernel.now().plus(pause).plusMillis(jitter);
    }

    private boolean isOverdue(Member member, Heartbeat beat) {
        boolean other = member.isLive() && member.epoch() != kernel.node.epoch();
        return other && member.until().isBefore(beat.now());
    }

    /// Takes over runs and messages without an owner, in batches, until there are none.
    private void claim() {
        claiming = true;
        try {
            claimAll();
        } finally {
            claiming = false;
        }
    }

    /// Returns whether this node may own runs that it has not recovered yet.
    public boolean isClaiming() {
        return claiming || suspended;
    }

    private void claimAll() {
        Instant startedAt = kernel.now();
        RunRecovery recovery = new RunRecovery(context, loop);
        Set<Long> closed = new HashSet<>(Set.of(0L));
        for (Member member : kernel.node.members()) {
            if (member.state() == Member.State.LEFT) closed.add(member.epoch());
        }
        int taken = 0;
        boolean crashed = false;
        List<Run> found;
        do {
            found = cluster().claim(kernel.node.claim(), CLAIM_MAX);
            for (Run run : found) {
                boolean died = !closed.contains(run.owner());
                crashed |= died;
                kernel.guarded("take-over", () -> recovery.take(run, died));
            }
            taken += found.size();
            beatIfDue();
        } while (found.size() == CLAIM_MAX && !kernel.isClosing());
        List<Message> messages;
        do {
            messages = cluster().claimMessages(CLAIM_MAX);
            recovery.deliver(messages);
        } while (messages.size() == CLAIM_MAX && !kernel.isClosing());
        if (taken > 0) kernel.publish(new EngineEvent.TakenOver(taken));
        if (crashed || isNew) report(recovery, crashed, startedAt);
        isNew = false;
    }

    private void report(RunRecovery recovery, boolean crashed, Instant startedAt) {
        Duration took = Duration.between(startedAt, kernel.now());
        kernel.start(
                "report",
                () ->
                        kernel.patiently(() ->
                                news.resumed().accept(recovery.report(crashed, startedAt, took))));
    }

    /// A long take-over must not cost the lease.
    private void beatIfDue() {
        if (kernel.now().isBefore(beatAt.plus(options.heartbeat()))) return;
        Instant asked = kernel.now();
        CallerDeadline end = leaseFrom(asked);
        Heartbeat beat = cluster().heartbeat(kernel.node.claim(), options.lease());
        extended(asked, end);
        kernel.node.learnt(beat.members());
    }

    /// Stops all bodies when the lease could not be extended in time.
    private void watch() {
        if (suspended || kernel.isBroken()) {
            await(watched, kernel.now().plus(options.heartbeat()));
            return;
        }
        CallerDeadline present = leaseEnd;
        if (!present.isOver()) {
            awaitExtension(present);
            return;
        }
        suspend("it could not be extended in " + options.lease());
        kernel.host.raise(kernel.news);
    }

    private void awaitExtension(CallerDeadline end) {
        try {
            boolean extended = end.await(watched);
            assert extended || end.isOver();
        } catch (InterruptedException _) {
            // This task is never interrupted; looking once more does no harm.
        }
    }

    private void suspend(String problem) {
        suspended = true;
        kernel.publish(new EngineEvent.LeaseLost(kernel.node.epoch(), problem));
        bodies.fence();
    }

    /// Gives up for good: an engine whose store failed records nothing any more.
    private void quit() {
        next = Instant.MAX;
        if (left) return;
        left = true;
        bodies.fence();
        cluster().leave();
    }

    /// Joins again with a new lease: the runs of the old one belong to other nodes, or to none.
    /// Returns whether this node has joined.
    private boolean renew() {
        if (!suspended) suspend("another node ended it, or took its name");
        Instant until = kernel.now().plus(Limits.STUCK_AFTER);
        CallerDeadline stuck = new CallerDeadline(kernel, until);
        while (!bodies.isEmpty() && !stuck.isOver()) stuck.pause(LANDING);
        if (kernel.isClosing()) {
            next = Instant.MAX;
            return false;
        }
        if (isReplaced()) {
            // To join again would end the other's lease, and so on forever.
            kernel.fail("another process has opened as node " + options.name());
            return false;
        }
        cluster().leave();
        try {
            join();
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.CORRUPT) throw e;
            // A newer version has migrated the store, and this one cannot work with it any more.
            kernel.fail(String.valueOf(e.getMessage()));
            return false;
        }
        suspended = false;
        context.timers().reload();
        next = kernel.now();
        return true;
    }

    /// Returns whether another process has this node's name now.
    private boolean isReplaced() {
        for (Member other : cluster().members()) {
            boolean later = other.isLive() && other.epoch() > kernel.node.epoch();
            boolean same = other.node().name().equals(options.name());
            if (later && same && !other.node().where().equals(kernel.host.where())) return true;
        }
        return false;
    }

    private void await(Signal signal, Instant until) {
        try {
            kernel.host.await(signal, until);
        } catch (InterruptedException _) {
            // This task is never interrupted; looking once more does no harm.
        }
    }

    /// What the engine does when another node has changed settings, and when runs of other nodes
    /// were recovered.
    public record News(Runnable reload, Consumer<CrashReport> resumed) {}
}
