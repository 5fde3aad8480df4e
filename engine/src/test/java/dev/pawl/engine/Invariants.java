package dev.pawl.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.run.HistoryEntry;
import dev.pawl.run.HistoryEntry.Kind;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What holds for every decision, whatever was decided.
final class Invariants {
    /// What never begins a new visit of a state, so that the attempts in it only grow.
    private static final Set<Kind> SAME_VISIT =
            EnumSet.of(
                    Kind.ADMITTED,
                    Kind.GRANTED,
                    Kind.MEMO,
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
            if (before.status().isEnd()) assertThat(after).isEqualTo(before);
            assertThat(after.origin().request()).isEqualTo(before.origin().request());
            if (decision.entries().isEmpty()) assertThat(after).isEqualTo(before);
        }
        assertThat(after.status().isEnd()).isEqualTo(after.timing().ended() != null);
        execution(decision);
        time(after);
        assertThat(after.data().family().live()).as("live children").isGreaterThanOrEqualTo(-100);
        if (after.status() == RunStatus.CLEANING)
            assertThat(after.condition().ending()).isNotNull();
        if (after.status().isEnd()) {
            assertThat(after.condition().pausing()).isFalse();
            assertThat(after.condition().held()).isNull();
            assertThat(after.data().inbox()).isEmpty();
        }
    }

    private static void history(@Nullable Run before, Decision decision) {
        long seq = before == null ? 0 : before.version();
        RunStatus status = before == null ? RunStatus.DELAYED : before.status();
        for (HistoryEntry entry : decision.entries()) {
            assertThat(entry.seq()).as("history is numbered without gaps").isEqualTo(++seq);
            if (status != entry.status()) {
                assertThat(Moves.allowed(status))
                        .as("moves from " + status)
                        .contains(entry.status());
            }
            status = entry.status();
        }
        Run after = decision.run();
        assertThat(after.version()).as("version").isEqualTo(seq);
        if (!decision.entries().isEmpty()) {
            HistoryEntry last = decision.entries().getLast();
            assertThat(after.status()).isEqualTo(last.status());
            assertThat(after.state()).isEqualTo(last.state());
        }
    }

    private static void attempts(Run before, Decision decision) {
        int attempt = before.progress().attempt();
        boolean anew = before.status() == RunStatus.PARKED && before.condition().held() == null;
        for (HistoryEntry entry : decision.entries()) {
            if (SAME_VISIT.contains(entry.kind()) && !anew) {
                assertThat(entry.attempt()).as("attempts").isGreaterThanOrEqualTo(attempt);
            }
            attempt = entry.attempt();
        }
    }

    private static void execution(Decision decision) {
        Run after = decision.run();
        if (decision.execute() == null) return;
        assertThat(after.status()).isIn(RunStatus.RUNNING, RunStatus.CLEANING);
        assertThat(after.progress().attempt()).isPositive();
        assertThat(after.progress().begun()).isTrue();
        assertThat(decision.interrupt())
                .as("a body begins when the one before has stopped")
                .isFalse();
    }

    private static void time(Run after) {
        boolean timed =
                after.status() == RunStatus.DELAYED || after.status() == RunStatus.BACKING_OFF;
        if (timed) assertThat(after.wake()).as("only time moves it").isPresent();
        if (after.status().isEnd()) assertThat(after.wake()).isEmpty();
        if (after.status() == RunStatus.RUNNING) assertThat(after.timing().timer()).isNull();
        boolean deadline = after.timing().deadline() != null && after.condition().ending() == null;
        if (deadline && !after.status().isEnd()) assertThat(after.wake()).isPresent();
    }
}
