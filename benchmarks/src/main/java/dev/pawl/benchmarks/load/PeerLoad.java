package dev.pawl.benchmarks.load;

import dev.pawl.benchmarks.peers.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Keeps a number of runs going in a peer; closing it waits for them and leaves the peer open.
public final class PeerLoad implements Load {
    private final Peer peer;
    private final LongAdder runs = new LongAdder();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private final List<Thread> callers = new ArrayList<>();
    private volatile boolean stopped;

    private PeerLoad(Peer peer) {
        this.peer = peer;
    }

    public static PeerLoad open(Peer peer, int atOnce) {
        PeerLoad load = new PeerLoad(peer);
        for (int i = 0; i < atOnce; i++) {
            load.callers.add(Thread.startVirtualThread(load::call));
        }
        return load;
    }

    /// Counts the steps of runs that have ended.
    @Override
    public long steps() {
        return runs.sum() * Peer.STEPS;
    }

    @Override
    public void check() {
        Exception found = failure.get();
        if (found != null) throw new IllegalStateException("a run failed", found);
    }

    @Override
    public void close() {
        stopped = true;
        Threads.joinAll(callers);
    }

    private void call() {
        try {
            while (!stopped) {
                peer.run();
                runs.increment();
            }
        } catch (Exception e) {
            failure.set(e);
        }
    }
}
