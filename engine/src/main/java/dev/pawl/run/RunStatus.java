package dev.pawl.run;

import static dev.pawl.run.RunStatus.Verb.ABORT;
import static dev.pawl.run.RunStatus.Verb.ACQUIRE;
import static dev.pawl.run.RunStatus.Verb.BACK_OFF;
import static dev.pawl.run.RunStatus.Verb.BLOCK;
import static dev.pawl.run.RunStatus.Verb.CANCEL;
import static dev.pawl.run.RunStatus.Verb.CLEAN;
import static dev.pawl.run.RunStatus.Verb.COMPLETE;
import static dev.pawl.run.RunStatus.Verb.DELAY;
import static dev.pawl.run.RunStatus.Verb.ENQUEUE;
import static dev.pawl.run.RunStatus.Verb.EXHAUST;
import static dev.pawl.run.RunStatus.Verb.EXPIRE;
import static dev.pawl.run.RunStatus.Verb.FAIL;
import static dev.pawl.run.RunStatus.Verb.PARK;
import static dev.pawl.run.RunStatus.Verb.PAUSE;
import static dev.pawl.run.RunStatus.Verb.RUN;
import static dev.pawl.run.RunStatus.Verb.SKIP;
import static dev.pawl.run.RunStatus.Verb.WAIT;

import java.util.Arrays;
import java.util.List;

/// What a run is doing, and the table of how that may change.
public enum RunStatus {
    /// Its start was put off until a time.
    DELAYED,
    /// It runs after another run that has not ended.
    BLOCKED,
    /// It waits for a slot of its queue.
    QUEUED,
    /// It waits for permits of a pool.
    ACQUIRING,
    /// An attempt of its state is in flight.
    RUNNING,
    /// The next attempt waits for its time: after a failure, in a loop, or for an engine to be
    /// open.
    BACKING_OFF,
    /// It is in a wait state: for an event, a timer or its children.
    WAITING,
    /// An operator paused it.
    PAUSED,
    /// It cannot go on by itself; its condition says why.
    PARKED,
    /// Its cleanup runs; how it will end is decided.
    CLEANING,
    /// It ended with a result.
    COMPLETED,
    /// A step decided to stop it: rejected, unsafe, no space.
    ABORTED,
    /// A step found permanent damage.
    FAILED,
    /// Retries, or the times that a step may go somewhere, were used up.
    EXHAUSTED,
    /// Somebody cancelled it.
    CANCELLED,
    /// Its deadline passed.
    EXPIRED,
    /// The run that it was to follow ended otherwise than required.
    SKIPPED;

    /// Every change of status that can happen.
    public static final Transitions<RunStatus, Verb> TABLE = table();

    /// Returns whether this is an end: nothing leads out of it.
    public boolean isEnd() {
        return compareTo(COMPLETED) >= 0;
    }

    /// Returns whether a run in this status occupies a slot of its queue. A cleanup does not: it
    /// must be able to run while the queue is full or paused.
    public boolean holdsSlot() {
        return this == RUNNING || this == BACKING_OFF || this == ACQUIRING;
    }

    /// Returns the status that `verb` leads to from here; an illegal one throws.
    public RunStatus on(Verb verb) {
        return TABLE.next(this, verb);
    }

    private static Transitions<RunStatus, Verb> table() {
        var table = Transitions.<RunStatus, Verb>table();
        row(table, DELAYED, BLOCK, ENQUEUE, ACQUIRE, RUN, BACK_OFF, WAIT, PAUSE, PARK);
        row(table, DELAYED, COMPLETE, CANCEL, EXPIRE, SKIP);
        row(table, BLOCKED, ENQUEUE, ACQUIRE, RUN, BACK_OFF, WAIT, PAUSE, PARK);
        row(table, BLOCKED, COMPLETE, CANCEL, EXPIRE, SKIP);
        row(
                table, QUEUED, ENQUEUE, ACQUIRE, RUN, WAIT, PAUSE, PARK, CLEAN, CANCEL, EXPIRE,
                COMPLETE);
        row(table, ACQUIRING, ACQUIRE, RUN, BACK_OFF, WAIT, PAUSE, PARK, CLEAN);
        row(table, ACQUIRING, CANCEL, EXPIRE, COMPLETE);
        row(table, RUNNING, RUN, ACQUIRE, BACK_OFF, WAIT, PAUSE, PARK, CLEAN);
        row(table, RUNNING, COMPLETE, ABORT, FAIL, EXHAUST, CANCEL, EXPIRE);
        row(table, BACKING_OFF, RUN, ACQUIRE, BACK_OFF, WAIT, PAUSE, PARK, CLEAN);
        row(table, BACKING_OFF, CANCEL, EXPIRE, COMPLETE);
        row(table, WAITING, ENQUEUE, ACQUIRE, RUN, BACK_OFF, WAIT, PAUSE, PARK, CLEAN);
        row(table, WAITING, COMPLETE, ABORT, FAIL, EXHAUST, CANCEL, EXPIRE);
        row(table, PAUSED, DELAY, BLOCK, ENQUEUE, ACQUIRE, RUN, BACK_OFF, WAIT, PAUSE, PARK, CLEAN);
        row(table, PAUSED, COMPLETE, CANCEL, EXPIRE, SKIP);
        row(table, PARKED, DELAY, BLOCK, ENQUEUE, ACQUIRE, RUN, BACK_OFF, WAIT, PAUSE, PARK, CLEAN);
        row(table, PARKED, COMPLETE, ABORT, FAIL, EXHAUST, CANCEL, EXPIRE, SKIP);
        row(table, CLEANING, CLEAN, WAIT, PARK, COMPLETE, ABORT, FAIL, EXHAUST, CANCEL, EXPIRE);
        return table.build();
    }

    private static void row(
            Transitions.Builder<RunStatus, Verb> table, RunStatus from, Verb... verbs) {
        for (Verb verb : verbs) table.edge(from, verb, verb.to());
    }

    /// Returns every status that is not an end.
    public static List<RunStatus> live() {
        return Arrays.stream(values()).filter(s -> !s.isEnd()).toList();
    }

    /// What happens to a run; each leads to one status.
    public enum Verb {
        DELAY,
        BLOCK,
        ENQUEUE,
        ACQUIRE,
        RUN,
        BACK_OFF,
        WAIT,
        PAUSE,
        PARK,
        CLEAN,
        COMPLETE,
        ABORT,
        FAIL,
        EXHAUST,
        CANCEL,
        EXPIRE,
        SKIP;

        /// Returns the status that this leads to.
        public RunStatus to() {
            return switch (this) {
                case DELAY -> DELAYED;
                case BLOCK -> BLOCKED;
                case ENQUEUE -> QUEUED;
                case ACQUIRE -> ACQUIRING;
                case RUN -> RUNNING;
                case BACK_OFF -> BACKING_OFF;
                case WAIT -> WAITING;
                case PAUSE -> PAUSED;
                case PARK -> PARKED;
                case CLEAN -> CLEANING;
                case COMPLETE -> COMPLETED;
                case ABORT -> ABORTED;
                case FAIL -> FAILED;
                case EXHAUST -> EXHAUSTED;
                case CANCEL -> CANCELLED;
                case EXPIRE -> EXPIRED;
                case SKIP -> SKIPPED;
            };
        }
    }
}
