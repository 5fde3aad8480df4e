package dev.pawl.engine;

import dev.pawl.engine.internal.kernel.CallerDeadline;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// What happens to runs, in order, from a position on: a subscription that is read by its owner.
///
/// Entries come from the durable log; a notification only ends a wait early. A reader that keeps
/// [#position] misses nothing and sees nothing twice, also across restarts. For one thread.
public final class Subscription implements AutoCloseable {
    private static final int BATCH = 1_000;
    // A short pause collects entries, so that one read of the store returns many.
    private static final Duration COLLECT = Duration.ofMillis(5);

    private static final Duration LOOK_AGAIN_MIN = Duration.ofMillis(50);
    private static final Duration LOOK_AGAIN_MAX = Duration.ofSeconds(2);

    private final Kernel kernel;
    private final Subscriptions feeds;
    private final Predicate<LoggedEntry> wanted;
    private final Signal news = new Signal();
    private long position;

    Subscription(Kernel kernel, Subscriptions feeds, Predicate<LoggedEntry> wanted, long position) {
        this.kernel = kernel;
        this.feeds = feeds;
        this.wanted = wanted;
        this.position = position;
        feeds.add(news);
    }

    static Predicate<LoggedEntry> all() {
        return entry -> true;
    }

    static Predicate<LoggedEntry> of(RunId run) {
        return entry -> entry.run().equals(run);
    }

    static Predicate<LoggedEntry> of(String machine) {
        return entry -> entry.machine().equals(machine);
    }

    /// Returns the token to continue from: the position of the last entry that was read.
    public long position() {
        return position;
    }

    /// Returns what came since the last call, waiting until a time for the first of it.
    public List<LoggedEntry> next(Instant until) throws InterruptedException {
        CallerDeadline deadline = new CallerDeadline(kernel, until);
        Duration pause = LOOK_AGAIN_MIN;
        while (true) {
            List<LoggedEntry> found = look();
            if (!found.isEmpty()) return found;
            kernel.requireOpen();
            // What other nodes do is found by looking.
            Instant again = kernel.node.othersAt(kernel.now(), pause);
            if (!deadline.await(news, again) && deadline.isOver()) return look();
            kernel.pause(COLLECT);
            pause = pause.multipliedBy(2);
            if (pause.compareTo(LOOK_AGAIN_MAX) > 0) pause = LOOK_AGAIN_MAX;
        }
    }

    private List<LoggedEntry> look() {
        try {
            return read();
        } catch (StoreException e) {
            // The engine was closed between the last check and this look.
            if (e.kind() == StoreException.Kind.CLOSED) kernel.requireOpen();
            throw e;
        }
    }

    private List<LoggedEntry> read() {
        List<LoggedEntry> found = new ArrayList<>();
        while (found.isEmpty()) {
            List<LoggedEntry> batch = kernel.store.log(position, BATCH);
            for (LoggedEntry entry : batch) if (wanted.test(entry)) found.add(entry);
            if (!batch.isEmpty()) position = batch.getLast().position();
            if (batch.size() < BATCH) break;
        }
        return found;
    }

    @Override
    public void close() {
        feeds.remove(news);
    }
}
