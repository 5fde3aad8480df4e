package dev.pawl.engine.internal.kernel;

import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Host;
import dev.pawl.engine.Limits;
import dev.pawl.engine.Listener;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Signal;
import dev.pawl.engine.internal.decision.Draft;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.Failure;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What every part of the engine uses: the host and the store, ids, events, tasks, and whether the
/// engine is open.
public final class Kernel {
    private static final Duration TRY_AGAIN_AFTER = Duration.ofMillis(200);
    private static final Duration AFTER_AN_ERROR = Duration.ofSeconds(1);
    private static final Duration AFTER_AN_ERROR_MAX = Duration.ofMinutes(1);

    public final Host host;
    public final Store store;
    public final Ids ids;
    public final Node node;
    public final RecentEnds recentEnds = new RecentEnds();

    /// Whether this engine moves runs. One that is unattended only records what callers ask for,
    /// and starts no tasks; the next engine does what they would do.
    public final boolean attended;

    /// Raised when there may be news of other nodes, or of this one's lease or store.
    public final Signal news = new Signal();

    private final Listeners listeners;
    private final AtomicInteger outages = new AtomicInteger();
    private final Queue<PendingTask> pending = new ConcurrentLinkedQueue<>();
    private final Signal pended = new Signal();
    private volatile boolean closing;
    private volatile @Nullable String broken;

    public Kernel(Host host, Store store, List<Listener> listeners, boolean attended) {
        this.host = host;
        this.store = store;
        this.attended = attended;
        this.node = new Node(store.cluster().orElse(null));
        this.ids = new Ids(host, store.lastId(), node.isShared());
        this.listeners = new Listeners(host, listeners);
    }

    public Instant now() {
        return host.now();
    }

    public void publish(EngineEvent event) {
        listeners.publish(event);
    }

    /// Returns a run as it is stored, or as it ended a moment ago if retention has removed it
    /// since.
    public Optional<Run> find(RunId id) {
        Optional<Run> stored = store.run(id);
        return stored.isPresent() ? stored : recentEnds.find(id, now());
    }

    /// Makes a commit durable, waiting while the store is unavailable: what cannot be recorded does
    /// not happen.
    public void commit(Commit commit) {
        patiently(() -> commitNow(commit));
    }

    /// Does work that no caller would repeat, waiting while the store is unavailable: a wake, a
    /// delivery or an outcome that was given up would be missing until the next start. The work is
    /// repeated from its start.
    public void patiently(Runnable work) {
        boolean done =
                getPatiently(() -> {
                    work.run();
                    return true;
                });
        assert done;
    }

    /// The same for work that returns something.
    public <T> T getPatiently(Supplier<T> work) {
        Outage outage = null;
        try {
            while (true) {
                try {
                    return work.get();
                } catch (StoreException e) {
                    if (!e.kind().isTransient() || closing) throw e;
                    if (outage == null) outage = new Outage();
                    outage.met(e);
                    pause(TRY_AGAIN_AFTER);
                }
            }
        } finally {
            if (outage != null) outage.over();
        }
    }

    /// Makes a commit durable, or throws at once.
    public void commitNow(Commit commit) {
        requireUnbroken();
        try {
            store.commit(commit);
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.FENCED) host.raise(news);
            boolean fatal = !e.kind().isTransient() && !e.kind().isRefusal() && !closing;
            if (fatal) fail(String.valueOf(e.getMessage()));
            throw e;
        } catch (Error e) {
            requireHost();
            String problem = "%s in a commit that may be durable or not".formatted(text(e));
            if (!closing) fail(problem);
            throw new StoreException(StoreException.Kind.IO, problem, e);
        }
    }

    /// Waits until this node has joined with a later lease than this one; returns whether it has.
    public boolean awaitEpochAfter(long epoch) {
        CallerDeadline deadline = new CallerDeadline(this, now().plus(Limits.REJOIN_MAX));
        while (node.epoch() == epoch && !closing && broken == null && !deadline.isOver()) {
            deadline.pause(TRY_AGAIN_AFTER);
        }
        return node.epoch() != epoch;
    }

    /// Stops the engine for good: it records nothing any more.
    public void fail(String problem) {
        if (broken != null) return;
        broken = problem;
        publish(new EngineEvent.StoreFailed(problem));
        host.raise(news);
    }

    public void pause(Duration time) {
        if (host.awaitUninterruptibly(new Signal(), now().plus(time)))
            throw new IllegalStateException("this signal is never raised");
    }

    /// Pauses for a random time up to a bound, so that nodes which got in each other's way do not
    /// meet again.
    public void pauseAbout(int millisMax) {
        pause(Duration.ofMillis(host.random().nextInt(millisMax) + 1L));
    }

    /// Runs `body` on a task of its own; an error is reported and ends that task alone.
    ///
    /// If the host cannot start a task now, for example because memory is short, the body runs
    /// later. So whatever was counted for it, such as a slot, is used or given back in any case.
    public void start(String name, Runnable body) {
        start(name, body, _ -> {});
    }

    /// Runs `body` on a task of its own, now or when the host can; `started` gets that task.
    public void start(String name, Runnable body, Consumer<Host.Task> started) {
        if (!attended) return;
        PendingTask task = new PendingTask(name, body, started);
        Throwable problem = tryStart(task);
        if (problem == null) return;
        pending.add(task);
        if (closing) finishPending();
        else host.raise(pended);
        if (!closing)
            publish(new EngineEvent.TaskFailed(name, "not started yet: " + text(problem)));
    }

    /// Starts the task that starts others later which the host could not start at once. Without it
    /// an engine cannot be opened.
    public void startPending() {
        startNow(
                "pending",
                () -> {
                    turns("pending", () -> !closing, this::takePending);
                    finishPending();
                });
    }

    /// Runs what was never started, when the engine closes: it finds that, and gives back what it
    /// holds.
    private void finishPending() {
        PendingTask task;
        while ((task = pending.poll()) != null) guarded(task.name(), task.body());
    }

    private void takePending() {
        if (pending.isEmpty()) host.awaitRaised(pended);
        if (pending.isEmpty()) return;
        pause(AFTER_AN_ERROR);
        PendingTask task;
        while ((task = pending.peek()) != null && tryStart(task) == null) pending.remove();
    }

    private @Nullable Throwable tryStart(PendingTask task) {
        Host.Task started;
        try {
            started = startNow(task.name(), task.body());
        } catch (Throwable e) {
            requireHost();
            return e;
        }
        task.started().accept(started);
        return null;
    }

    /// Runs `body` on a task of its own, or throws if the host cannot start one.
    public Host.Task startNow(String name, Runnable body) {
        return host.start(name, () -> guarded(name, body));
    }

    /// Repeats `turn` on a separate task until the engine closes.
    public void loop(String name, Runnable turn) {
        startNow(name, () -> turns(name, () -> !closing, turn));
    }

    /// Repeats `turn` while `open`. An error is reported, and after a pause the turns continue.
    public void turns(String name, BooleanSupplier open, Runnable turn) {
        while (open.getAsBoolean()) {
            try {
                turn.run();
            } catch (Throwable e) {
                requireHost();
                if (!open.getAsBoolean()) return;
                if (!isFenced(e) && !isTransient(e))
                    publish(new EngineEvent.TaskFailed(name, text(e)));
                pause(AFTER_AN_ERROR);
            }
        }
    }

    /// Does work again and again until it succeeds, or until the engine closes, has stopped or has
    /// lost its lease: for work without which a run would be stuck. The pauses grow. To be called
    /// on a task of its own, since it may take forever.
    public void persistently(String name, Runnable work) {
        Duration pause = AFTER_AN_ERROR;
        while (!closing && broken == null) {
            try {
                work.run();
                return;
            } catch (Throwable e) {
                requireHost();
                if (isFenced(e)) return;
                if (!isTransient(e)) failed(name, e);
                pause(pause);
                pause = pause.multipliedBy(2);
                if (pause.compareTo(AFTER_AN_ERROR_MAX) > 0) pause = AFTER_AN_ERROR_MAX;
            }
        }
    }

    /// Runs `body` here and now; whatever it throws is reported and goes no further.
    public void guarded(String name, Runnable body) {
        try {
            body.run();
        } catch (Throwable e) {
            failed(name, e);
        }
    }

    /// Reports what a task threw, unless it only shows that the engine is closing, that its store
    /// has failed, or that this node has lost its lease: those are reported once.
    public void failed(String task, Throwable problem) {
        requireHost();
        boolean stopped = broken != null && problem instanceof Refused.Closed;
        boolean known = stopped || isFenced(problem);
        if (!closing && !known) publish(new EngineEvent.TaskFailed(task, text(problem)));
    }

    /// Throws if the host has crashed. A simulated host unwinds its tasks with an error, which
    /// every call of it throws again: it is no failure of the task, and must not be treated as one.
    public void requireHost() {
        Instant ignored = host.now();
        assert ignored != null;
    }

    /// Returns a throwable as text, also one whose own methods throw.
    public static String text(Throwable problem) {
        return Failure.of(problem).toString();
    }

    /// Returns whether an error only says that this node has lost its lease, which is reported
    /// once.
    private static boolean isFenced(Throwable e) {
        return e instanceof StoreException s && s.kind() == StoreException.Kind.FENCED;
    }

    /// Returns whether an error only says that the store is unavailable for a while, which is
    /// reported once.
    public static boolean isTransient(Throwable e) {
        return e instanceof StoreException s && s.kind().isTransient();
    }

    public void close() {
        closing = true;
        host.raise(pended);
    }

    public boolean isClosing() {
        return closing;
    }

    public boolean isBroken() {
        return broken != null;
    }

    /// Returns why the engine has stopped for good, if it has.
    public @Nullable String problem() {
        return broken;
    }

    /// Returns the time after a duration, however long that is.
    public Instant after(Duration time) {
        return Draft.after(now(), time);
    }

    /// Throws unless new work may start.
    public void requireOpen() {
        requireUnbroken();
        if (closing) throw new Refused.Closed("the engine is closed; open it again to continue");
    }

    private void requireUnbroken() {
        String problem = broken;
        if (problem != null) {
            throw new Refused.Closed(
                    "the engine stopped because its store failed: "
                            + problem
                            + "; fix the store and open it again");
        }
    }

    /// A task that is to be started, and what gets it then.
    private record PendingTask(String name, Runnable body, Consumer<Host.Task> started) {}

    /// An outage of the store as one task meets it; reported once, however many tasks meet it.
    public final class Outage {
        private boolean met;

        public void met(StoreException problem) {
            if (!met && outages.getAndIncrement() == 0) {
                publish(new EngineEvent.StoreUnavailable(String.valueOf(problem.getMessage())));
            }
            met = true;
        }

        /// Ends the outage for this task, which continues or ends.
        public void over() {
            boolean last = met && outages.decrementAndGet() == 0;
            met = false;
            if (last && !closing && broken == null) publish(new EngineEvent.StoreRecovered());
        }
    }
}
