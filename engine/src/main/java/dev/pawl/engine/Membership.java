package dev.pawl.engine;

import dev.pawl.engine.store.Beat;
import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.NodeInfo;
import dev.pawl.engine.store.Seat;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Machine;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/// Keeps this engine's lease among the nodes that share the store, and takes over what others left.
///
/// One task extends the lease, learns the news with the same question, and claims runs that have
/// lost their owner. Another one watches the lease: a node that could not extend it in time stops
/// its bodies by itself, before others may begin the same ones; it goes on in a new life.
final class Membership {
    private static final int CLAIM_MAX = 500;
    private static final Duration GAP = Duration.ofMillis(20);
    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final Duration LANDING = Duration.ofMillis(50);
    private static final int JITTER_MILLIS = 200;

    private final Parts parts;
    private final Kernel kernel;
    private final Runs runs;
    private final News news;
    private final NodeOptions options;
    private final Signal watched = new Signal();
    private final Signal ended = new Signal();
    private final AtomicInteger tasks = new AtomicInteger();
    private volatile Instant beatAt = Instant.MIN;
    private volatile boolean suspended;
    private volatile boolean claiming;
    private volatile boolean closed;
    // All of these are of the one task.
    private final Kernel.Trouble trouble;
    private Instant lookedAt = Instant.MIN;
    private Instant patientUntil = Instant.MIN;
    private Instant next = Instant.MIN;
    private long settings = -1;
    private boolean left;
    private boolean isNew = true;

    Membership(Parts parts, Runs runs, NodeOptions options, News news) {
        this.parts = parts;
        this.kernel = parts.kernel();
        this.runs = runs;
        this.options = options;
        this.news = news;
        this.trouble = kernel.new Trouble();
    }

    /// Takes a lease, under which everything that follows is committed.
    void join() {
        Set<MachineRef> mine = new HashSet<>();
        for (Machine<?, ?> machine : parts.registry().machines()) mine.add(machine.ref());
        String name = options.name(kernel.host);
        NodeInfo info = new NodeInfo(name, kernel.host.where(), NodeOptions.version(), mine);
        beatAt = kernel.now();
        Seat seat = cluster().join(info, options.lease());
        kernel.ids.sit(seat, kernel.store.lastId());
        kernel.node.joined(seat, mine);
        kernel.node.learnt(cluster().members());
        kernel.tell(new Happening.Joined(name, seat.epoch()));
    }

    void start() {
        cluster().listen(() -> kernel.host.raise(kernel.news));
        tasks.set(2);
        kernel.start("node", () -> takeTurns("node", this::turn));
        kernel.start("lease", () -> takeTurns("lease", this::watch));
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
    void close() {
        closed = true;
        kernel.host.raise(kernel.news);
        kernel.host.raise(watched);
        // One that is about to begin another life would outlast this one.
        if (tasks.get() > 0) kernel.host.awaitRaised(ended);
        cluster().leave();
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
        // News may come in heaps; one look is for all of them.
        if (kernel.now().isBefore(lookedAt.plus(GAP))) kernel.pause(GAP);
        lookedAt = kernel.now();
        try {
            if (!suspended || renew()) beat();
            trouble.over();
        } catch (StoreException e) {
            next = kernel.now().plus(AGAIN);
            if (e.kind() == StoreException.Kind.FENCED) renew();
            else if (e.kind().isPassing()) trouble.met(e);
            else throw e;
        }
    }

    private void beat() {
        Instant asked = kernel.now();
        Beat beat = cluster().beat(kernel.node.claim(), options.lease());
        // After an outage the others were away too: they come back before anybody takes their runs.
        boolean late = asked.isAfter(beatAt.plus(options.lease()));
        if (late) patientUntil = asked.plus(options.heartbeat());
        beatAt = asked;
        kernel.node.learnt(beat.members());
        next = nextBeat(beat);
        // In an order of their own, so that a simulation can be repeated.
        for (RunId id : new TreeSet<>(beat.called())) {
            kernel.start("called", () -> runs.called(id));
        }
        new TreeSet<>(beat.queues()).forEach(parts.queues()::touch);
        if (parts.permits() instanceof SharedPermits permits) permits.lookAgain();
        if (settings != beat.settings()) news.reload();
        settings = beat.settings();
        boolean overdue = beat.members().stream().anyMatch(member -> isOverdue(member, beat));
        boolean due = beat.claimable() || overdue || isNew;
        boolean open = !kernel.isClosing();
        if (open && due && !asked.isBefore(patientUntil)) claim();
    }

    /// Returns when to extend the lease next: in its time, or when that of another node runs out.
    private Instant nextBeat(Beat beat) {
        Duration pause = options.heartbeat();
        for (Member member : beat.members()) {
            if (!member.isLive() || member.epoch() == kernel.node.epoch()) continue;
            Duration left = Duration.between(beat.now(), member.until());
            if (!left.isNegative() && left.compareTo(pause) < 0) pause = left;
        }
        long jitter = kernel.host.random().nextInt(JITTER_MILLIS);
        return kernel.now().plus(pause).plusMillis(jitter);
    }

    private boolean isOverdue(Member member, Beat beat) {
        boolean other = member.isLive() && member.epoch() != kernel.node.epoch();
        return other && member.until().isBefore(beat.now());
    }

    /// Takes over runs and mail that have no owner any more, in bites, until there are none.
    private void claim() {
        claiming = true;
        try {
            claimAll();
        } finally {
            claiming = false;
        }
    }

    /// Returns whether this node may own runs that it has not recovered yet.
    boolean isClaiming() {
        return claiming || suspended;
    }

    private void claimAll() {
        Instant began = kernel.now();
        Lived lived = new Lived(parts, runs);
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
                kernel.guarded("take-over", () -> lived.take(run, died));
            }
            taken += found.size();
            beatIfDue();
        } while (found.size() == CLAIM_MAX && !kernel.isClosing());
        List<Mail> mail;
        do {
            mail = cluster().claimMail(CLAIM_MAX);
            lived.deliver(mail);
        } while (mail.size() == CLAIM_MAX && !kernel.isClosing());
        if (taken > 0) kernel.tell(new Happening.TakenOver(taken));
        if (crashed || isNew) report(lived, crashed, began);
        isNew = false;
    }

    private void report(Lived lived, boolean crashed, Instant began) {
        Duration took = Duration.between(began, kernel.now());
        kernel.start(
                "report",
                () -> kernel.patiently(() -> news.resumed(lived.report(crashed, began, took))));
    }

    /// A long take-over must not cost the lease.
    private void beatIfDue() {
        if (kernel.now().isBefore(beatAt.plus(options.heartbeat()))) return;
        Instant asked = kernel.now();
        Beat beat = cluster().beat(kernel.node.claim(), options.lease());
        beatAt = asked;
        kernel.node.learnt(beat.members());
    }

    /// Stops all bodies when the lease could not be extended in time.
    private void watch() {
        Instant end = beatAt.plus(options.lease());
        boolean over = suspended || kernel.isBroken();
        if (over || kernel.now().isBefore(end)) {
            await(watched, over ? kernel.now().plus(options.heartbeat()) : end);
            return;
        }
        suspend("it could not be extended in " + options.lease());
        kernel.host.raise(kernel.news);
    }

    private void suspend(String problem) {
        suspended = true;
        kernel.tell(new Happening.LeaseLost(kernel.node.epoch(), problem));
        runs.ground();
    }

    /// Gives up for good: an engine whose store failed records nothing any more.
    private void quit() {
        next = Instant.MAX;
        if (left) return;
        left = true;
        runs.ground();
        cluster().leave();
    }

    /// Begins a new life: whatever this node was doing is another one's, or nobody's, now. Returns
    /// whether there is one.
    private boolean renew() {
        if (!suspended) suspend("another node ended it, or took its name");
        Instant until = kernel.now().plus(Limits.STUCK_AFTER);
        while (!runs.isLanded() && kernel.now().isBefore(until)) kernel.pause(LANDING);
        if (kernel.isClosing()) {
            next = Instant.MAX;
            return false;
        }
        if (isReplaced()) {
            // To join again would end the other's lease, and so on for ever.
            kernel.fail("another process has opened as node " + options.name());
            return false;
        }
        cluster().leave();
        join();
        suspended = false;
        parts.timers().begin();
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
            // Nobody interrupts this task; looking once more does no harm.
        }
    }

    /// Who wants to know what this node has learnt.
    interface News {
        /// Another node has changed settings.
        void reload();

        /// Runs of others were taken up.
        void resumed(CrashReport report);
    }
}
