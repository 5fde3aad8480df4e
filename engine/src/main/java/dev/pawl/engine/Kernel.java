package dev.pawl.engine;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What every part of the engine stands on: the two doors, ids, listeners, and whether the engine
/// is open.
final class Kernel {
    private static final Duration TRY_AGAIN_AFTER = Duration.ofMillis(200);
    private static final Duration AFTER_AN_ERROR = Duration.ofSeconds(1);

    final Host host;
    final Store store;
    final Ids ids;
    final Node node;

    /// Raised when there may be news of other nodes, or of this one's lease or store.
    final Signal news = new Signal();

    private final Listeners listeners;
    private final AtomicInteger troubled = new AtomicInteger();
    private volatile boolean closing;
    private volatile @Nullable String broken;

    Kernel(Host host, Store store, List<Listener> listeners) {
        this.host = host;
        this.store = store;
        this.node = new Node(store.cluster().orElse(null));
        this.ids = new Ids(host, store.lastId(), node.isShared());
        this.listeners = new Listeners(host, listeners);
    }

    Instant now() {
        return host.now();
    }

    void tell(Happening happening) {
        listeners.tell(happening);
    }

    /// Makes a commit durable, waiting out trouble that passes: a run that cannot be recorded
    /// stands still, it never goes on undurably.
    void commit(Commit commit) {
        patiently(() -> commitNow(commit));
    }

    /// Does work that nobody would ask for again, waiting out trouble of the store that passes: a
    /// wake, a delivery or an answer that was given up would be missing for as long as this engine
    /// lives. The work is done again from its beginning.
    void patiently(Runnable work) {
        Trouble trouble = new Trouble();
        try {
            while (true) {
                try {
                    work.run();
                    return;
                } catch (StoreException e) {
                    if (!e.kind().isPassing() || closing) throw e;
                    trouble.met(e);
                    pause(TRY_AGAIN_AFTER);
                }
            }
        } finally {
            trouble.over();
        }
    }

    /// Makes a commit durable or says at once why not: for somebody who waits for the answer.
    void commitNow(Commit commit) {
        requireUnbroken();
        try {
            store.commit(commit);
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.FENCED) host.raise(news);
            boolean fatal = !e.kind().isPassing() && !e.kind().isRefusal() && !closing;
            if (fatal) fail(String.valueOf(e.getMessage()));
            throw e;
        } catch (Error e) {
            requireHost();
            String problem = "%s in a commit that may be durable or not".formatted(text(e));
            if (!closing) fail(problem);
            throw new StoreException(StoreException.Kind.IO, problem, e);
        }
    }

    /// Waits until this node has begun another life than this one; returns whether it has.
    boolean outlives(long life) {
        Instant until = now().plus(Limits.REJOIN_MAX);
        while (node.epoch() == life && !closing && broken == null && now().isBefore(until)) {
            pause(TRY_AGAIN_AFTER);
        }
        return node.epoch() != life;
    }

    /// Stops the engine for good: it records nothing any more.
    void fail(String problem) {
        if (broken != null) return;
        broken = problem;
        tell(new Happening.StoreFailed(problem));
        host.raise(news);
    }

    void pause(Duration time) {
        Instant until = now().plus(time);
        try {
            if (host.await(new Signal(), until))
                throw new IllegalStateException("nobody raises it");
        } catch (InterruptedException _) {
            // The pause was a courtesy; going on early is fine.
        }
    }

    /// Pauses for a random time up to a bound, so that nodes which got in each other's way do not
    /// meet again.
    void pauseAbout(int millisMax) {
        pause(Duration.ofMillis(host.random().nextInt(millisMax) + 1L));
    }

    /// Runs `body` on a task of its own; an error is reported and ends that task alone.
    Host.Task start(String name, Runnable body) {
        return host.start(name, () -> guarded(name, body));
    }

    /// Takes turns on a task of its own until the engine closes.
    void loop(String name, Runnable turn) {
        start(name, () -> turns(name, () -> !closing, turn));
    }

    /// Takes turns for as long as `goesOn`; an error is reported, and after a pause they go on.
    void turns(String name, BooleanSupplier goesOn, Runnable turn) {
        while (goesOn.getAsBoolean()) {
            try {
                turn.run();
            } catch (Throwable e) {
                requireHost();
                if (!goesOn.getAsBoolean()) return;
                if (!isFenced(e) && !isPassing(e)) tell(new Happening.TaskFailed(name, text(e)));
                pause(AFTER_AN_ERROR);
            }
        }
    }

    /// Does work again and again until it succeeds, or until the engine closes, has stopped or has
    /// lost its lease: for work without which a run would be stuck.
    void persistently(String name, Runnable work) {
        while (!closing && broken == null) {
            try {
                work.run();
                return;
            } catch (Throwable e) {
                requireHost();
                if (isFenced(e)) return;
                if (!isPassing(e)) failed(name, e);
                pause(AFTER_AN_ERROR);
            }
        }
    }

    /// Runs `body` here and now; whatever it throws is reported and goes no further.
    void guarded(String name, Runnable body) {
        try {
            body.run();
        } catch (Throwable e) {
            failed(name, e);
        }
    }

    /// Reports what a task threw, unless it only shows that the engine is closing, that its store
    /// has failed, or that this node has lost its lease: those are reported once.
    void failed(String task, Throwable problem) {
        requireHost();
        boolean stopped = broken != null && problem instanceof Refused.Closed;
        boolean known = stopped || isFenced(problem);
        if (!closing && !known) tell(new Happening.TaskFailed(task, text(problem)));
    }

    /// Takes up what failed in a turn of a loop after a pause.
    void retryLater(Set<String> failed, Consumer<String> again) {
        if (failed.isEmpty()) return;
        pause(AFTER_AN_ERROR);
        failed.forEach(again);
    }

    /// Throws if the host has crashed. A simulated host unwinds its tasks with an error, which
    /// every call of it throws again: it is no failure of the task, and must not be treated as one.
    void requireHost() {
        Instant ignored = host.now();
        assert ignored != null;
    }

    /// Returns a throwable as text, also one whose own methods throw.
    static String text(Throwable problem) {
        return Failure.of(problem).toString();
    }

    /// Returns whether an error only says that this node has lost its lease, which is told once.
    private static boolean isFenced(Throwable e) {
        return e instanceof StoreException s && s.kind() == StoreException.Kind.FENCED;
    }

    /// Returns whether an error only says that the store is away for a while, which is told once.
    static boolean isPassing(Throwable e) {
        return e instanceof StoreException s && s.kind().isPassing();
    }

    void close() {
        closing = true;
    }

    boolean isClosing() {
        return closing;
    }

    boolean isBroken() {
        return broken != null;
    }

    /// Returns why the engine has stopped for good, if it has.
    @Nullable String problem() {
        return broken;
    }

    /// Returns the time after a duration, however long that is.
    Instant after(Duration time) {
        return Draft.after(now(), time);
    }

    /// Throws unless new work may begin.
    void requireOpen() {
        requireUnbroken();
        if (closing) throw new Refused.Closed("the engine is closed; open it again to go on");
    }

    private void requireUnbroken() {
        String problem = broken;
        if (problem != null) {
            throw new Refused.Closed(
                    "the engine stopped because its store failed: "
                            + problem
                            + "; mend that and open it again");
        }
    }

    /// Trouble of the store as one task meets it; told once, however many meet it together.
    final class Trouble {
        private boolean met;

        void met(StoreException problem) {
            if (!met && troubled.getAndIncrement() == 0) {
                tell(new Happening.StoreTroubled(String.valueOf(problem.getMessage())));
            }
            met = true;
        }

        /// Says that the task goes on, or goes away.
        void over() {
            boolean last = met && troubled.decrementAndGet() == 0;
            met = false;
            if (last && !closing && broken == null) tell(new Happening.StoreRecovered());
        }
    }
}
