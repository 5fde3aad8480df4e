package dev.pawl.trials.simulation;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.StoreException;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFaults;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/// Random faults of the store: crashes between any two writes, a disk that is slow, full, busy or
/// broken. Which faults a simulation has, and how often, is drawn too.
final class RandomFaults implements StoreFaults {
    private final SimHost host;
    private final Observations observed;
    private final SplittableRandom dice;
    private final Runnable crash;
    private final int slow;
    private final int refusing;
    private final int crashing;
    private final int failing;
    private int unreadable;
    private Instant lastRefusal = Instant.MIN;
    private int open;
    private boolean isOver;

    RandomFaults(SimHost host, Observations observed, SplittableRandom dice, Runnable crash) {
        this.host = host;
        this.observed = observed;
        this.dice = dice;
        this.crash = crash;
        this.slow = dice.nextInt(3) * 100;
        this.refusing = dice.nextInt(3) * 40;
        this.crashing = dice.nextInt(4) * 10;
        this.failing = dice.nextInt(4) == 0 ? 4 : 0;
    }

    /// Makes some reads fail too, as they do if the store is on another machine.
    RandomFaults withReads() {
        unreadable = dice.nextInt(3) * 5;
        return this;
    }

    /// Stops all faults.
    void end() {
        isOver = true;
    }

    /// The process crashed, and its commits with it.
    void died() {
        open = 0;
    }

    /// Returns whether all recent writes succeeded, and none is in progress.
    boolean isQuiet(Instant now) {
        return open == 0 && lastRefusal.plusSeconds(2).isBefore(now);
    }

    @Override
    public void reading() {
        if (isOver || !happens(unreadable)) return;
        lastRefusal = host.now();
        throw new StoreException(StoreException.Kind.BUSY, "the server does not answer", null);
    }

    @Override
    public void before(long n, Commit commit) {
        open++;
        host.pause();
        if (isOver) return;
        if (happens(slow)) host.pause(Duration.ofMillis(dice.nextInt(300)));
        if (happens(crashing)) crash.run();
        if (happens(refusing)) {
            open--;
            lastRefusal = host.now();
            throw refusal();
        }
        if (happens(failing)) {
            open--;
            throw new StoreException(StoreException.Kind.IO, "the disk is gone", null);
        }
    }

    private StoreException refusal() {
        boolean full = dice.nextBoolean();
        var kind = full ? StoreException.Kind.FULL : StoreException.Kind.BUSY;
        return new StoreException(kind, "as the dice say", null);
    }

    @Override
    public void after(long n, Commit commit) {
        observed.committed(commit);
        if (!isOver) {
            if (happens(slow)) host.pause(Duration.ofMillis(dice.nextInt(300)));
            if (happens(crashing)) crash.run();
            if (happens(failing)) {
                open--;
                throw new StoreException(
                        StoreException.Kind.IO, "the outcome of the write is unknown", null);
            }
        }
        host.pause();
        open--;
    }

    private boolean happens(int inThousand) {
        return inThousand > 0 && dice.nextInt(1_000) < inThousand;
    }
}
