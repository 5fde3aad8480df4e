package dev.pawl.engine.internal.decision;

import dev.pawl.run.HistoryEntry;
import dev.pawl.run.HistoryEntry.Kind;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What holds forevery decision, whatever was decided.
final class Invariants {
    /// What never starts a new visit of a state, so that the attempts in it only grow.
    private static final Set<Kind> SAME_VISIT =
            EnumSet.of(
                    Kind.ADMITTED,
                    Kind.GRANTED,
                    Kind.RESULT_RECORDED,
                    Kind.ATTEMPT_FAILED,
                    Kind.ATTEMPT_TIMED_OUT,
                    Kind.RETRIED,
                    Kind.EVENT_RECEIVED,
                    Kind.CHILD_STARTED,
                    Kind.CHILD_ENDED,
                    Kind.PAUSE_REQUESTED,
                    Kind.CANCEL_REQUESTED,
                    Kind.CLEANUP_FAILED);

    private Invariants() {}

    static void check(@Nullable Run before, Decision decision) {
        Run after = decision.run();
        history(before, decision);
        if (before != null) {
            attempts(before, decision);
            boolean still = before.status().isEnd() || decision.entries().isEmpty();
            require(
                    !still || after.equals(before),
                    "a run that ended, or has no entry, changes not");
            boolean same = after.origin().request().equals(before.origin().request());
            require(same, "the request never changes");
        }
        boolean ended = after.timing().ended() != null;
        require(after.status().isEnd() == ended, "the time of the end is that of an ended run");
        execution(decision);
        time(after);
        boolean cleans = after.status() == RunStatus.CLEANING;
        require(!cleans || after.condition().ending() != null, "a cleanup leads to an end");
        if (after.status().isEnd()) {
            require(!after.condition().pausing(), "no pause is asked of an ended run");
            require(after.condition().held() == null, "an ended run is not held");
            require(after.data().inbox().isEmpty(), "an ended run has no messages");
        }
    }

    private static void history(@Nullable Run before, Decision decision) {
        long seq = before == null ? 0 : before.version();
        RunStatus status = before == null ? RunStatus.DELAYED : before.status();
        for (HistoryEntry entry : decision.entries()) {
            require(entry.seq() == ++seq, "history is numbered without gaps");
            boolean legal =
                    status == entry.status() || Moves.allowed(status).contains(entry.status());
            require(legal, "the table allows the moves of a run");
            status = entry.status();
        }
        Run after = decision.run();
        require(after.version() == seq, "the version is the number of the last entry");
        if (!decision.entries().isEmpty()) {
            HistoryEntry last = decision.entries().getLast();
            require(after.status() == last.status(), "the last entry has the status");
            require(after.state().equals(last.state()), "the last entry has the state");
        }
    }

    private static void attempts(Run before, Decision decision) {
        int attempt = before.progress().attempt();
        boolean again = before.status() == RunStatus.PARKED && before.condition().held() == null;
        for (HistoryEntry entry : decision.entries()) {
            boolean same = SAME_VISIT.contains(entry.kind()) && !again;
            require(!same || entry.attempt() >= attempt, "attempts never go back in a visit");
            attempt = entry.attempt();
        }
    }

    private static void execution(Decision decision) {
        Run after = decision.run();
        if (decision.execute() == null) return;
        boolean executes =
                after.status() == RunStatus.RUNNING || after.status() == RunStatus.CLEANING;
        require(executes, "what executes is running or cleaning");
        require(after.progress().attempt() > 0, "what executes is an attempt");
        require(after.progress().executed(), "what executes has started");
        require(!decision.interrupt(), "a body starts when the one before has stopped");
    }

    private static void time(Run after) {
        RunStatus status = after.status();
        boolean timed = status == RunStatus.DELAYED || status == RunStatus.BACKING_OFF;
        boolean woken = after.wake().isPresent();
        require(!timed || woken, "what only time moves is woken");
        require(!status.isEnd() || !woken, "an ended run is not woken");
        boolean free = status != RunStatus.RUNNING || after.timing().timer() == null;
        require(free, "a body has no timer");
        boolean deadline = after.timing().deadline() != null && after.condition().ending() == null;
        require(!deadline || status.isEnd() || woken, "a deadline wakes");
    }

    private static void require(boolean holds, String rule) {
        if (!holds) throw new AssertionError("broken: " + rule);
    }
}
