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

/// The status of a run, and the table of legal changes.
public enum RunStatus {
    /// Its start is delayed until a given time.
    DELAYED,
    /// It starts after another run, which has not ended.
    BLOCKED,
    /// It waits for a slot of its queue.
    QUEUED,
    /// It waits for permits of a pool.
    ACQUIRING,
    /// An attempt of its state executes.
    RUNNING,
    /// Its next attempt starts later: after a failure, after a delay that the step asked for, or
    /// when an engine opens.
    BACKING_OFF,
    /// It waits in a wait state for an event, a timer or its children.
    WAITING,
    /// An operator paused it.
    PAUSED,
    /// It cannot continue without help; its condition has the reason.
    PARKED,
    /// Its cleanup executes; how the run ends is decided.
    CLEANING,
    /// It ended successfully.
    COMPLETED,
    /// A step aborted it: a decision, such as rejected, unsafe or no space.
    ABORTED,
    /// A step failed it, or an error that no retry can help.
    FAILED,
    /// It used up its retries, or the limit of a jump.
    EXHAUSTED,
    /// An operator, its parent or a start that replaces it cancelled it.
    CANCELLED,
    /// Its deadline passed.
    EXPIRED,
    /// Its predecessor did not end as required.
    SKIPPED;

    /// All legal changes of status.
    public static final Transitions<RunStatus, Verb> TABLE = table();

    /// Returns whether this is an end, which a run never leaves.
    public boolean isEnd() {
        return compareTo(COMPLETED) >= 0;
    }

    /// Returns whether a run in this status holds a slot of its queue. A cleanup holds none,
    /// because it must execute even if the queue is full or paused.
    public boolean holdsSlot() {
        return this == RUNNING || this == BACKING_OFF || this == ACQUIRING;
    }

    /// Returns the status after `verb`. Throws if that change is not legal.
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

    /// Returns all statuses that are not ends.
    public static List<RunStatus> live() {
        return Arrays.stream(values()).filter(s -> !s.isEnd()).toList();
    }

    /// What happens to a run. Each verb leads to one status.
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
