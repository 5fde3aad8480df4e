package dev.pawl.engine;

import dev.pawl.engine.store.Logged;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// What happens to runs, in order, from a position on: a subscription that is read by its owner.
///
/// The durable log is the truth; being told of news only ends a wait early. A reader that keeps
/// [#position] misses nothing and sees nothing twice, also across restarts. For one thread.
public final class Feed implements AutoCloseable {
    private static final int BITE = 1_000;
    // News is let pile up for a moment: one look into the store then serves many changes.
    private static final Duration BREATH = Duration.ofMillis(5);

    private static final Duration LOOK_AGAIN_MIN = Duration.ofMillis(50);
    private static final Duration LOOK_AGAIN_MAX = Duration.ofSeconds(2);

    private final Kernel kernel;
    private final Feeds feeds;
    private final Predicate<Logged> wanted;
    private final Signal news = new Signal();
    private long position;

    Feed(Kernel kernel, Feeds feeds, Predicate<Logged> wanted, long position) {
        this.kernel = kernel;
        this.feeds = feeds;
        this.wanted = wanted;
        this.position = position;
        feeds.add(news);
    }

    static Predicate<Logged> all() {
        return entry -> true;
    }

    static Predicate<Logged> of(RunId run) {
        return entry -> entry.run().equals(run);
    }

    static Predicate<Logged> of(String machine) {
        return entry -> entry.machine().equals(machine);
    }

    /// Returns the token to go on from: the position of the last entry that was read.
    public long position() {
        return position;
    }

    /// Returns what came since the last call, waiting until a time for the first of it.
    public List<Logged> next(Instant until) throws InterruptedException {
        Duration pause = LOOK_AGAIN_MIN;
        while (true) {
            List<Logged> found = look();
            if (!found.isEmpty()) return found;
            kernel.requireOpen();
            // What other nodes do is found by looking.
            Instant again = kernel.node.isShared() ? kernel.now().plus(pause) : until;
            boolean told = kernel.host.await(news, again.isBefore(until) ? again : until);
            if (!told && !kernel.now().isBefore(until)) return look();
            kernel.pause(BREATH);
            pause = pause.multipliedBy(2);
            if (pause.compareTo(LOOK_AGAIN_MAX) > 0) pause = LOOK_AGAIN_MAX;
        }
    }

    private List<Logged> look() {
        List<Logged> found = new ArrayList<>();
        while (found.isEmpty()) {
            List<Logged> bite = kernel.store.log(position, BITE);
            for (Logged entry : bite) if (wanted.test(entry)) found.add(entry);
            if (!bite.isEmpty()) position = bite.getLast().position();
            if (bite.size() < BITE) break;
        }
        return found;
    }

    @Override
    public void close() {
        feeds.remove(news);
    }
}
