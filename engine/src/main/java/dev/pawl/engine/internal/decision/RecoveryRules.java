package dev.pawl.engine.internal.decision;

import dev.pawl.machine.Definition;
import dev.pawl.machine.Retry;
import dev.pawl.machine.State;
import dev.pawl.run.Condition;
import dev.pawl.run.HistoryEntry.Kind;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunStatus;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rules for what a restart finds: attempts that were interrupted, and runs whose definition
/// has changed.
final class RecoveryRules {
    private RecoveryRules() {}

    /// Recovers a run whose body was executing when the previous process ended.
    static void reclaimed(Draft draft, boolean crashed) {
        if (!draft.isInFlight()) return;
        draft.run = draft.run.with(draft.run.progress().interrupted(crashed));
        if (draft.run.status() == RunStatus.CLEANING) cleanup(draft, crashed);
        else body(draft, crashed);
    }

    private static void cleanup(Draft draft, boolean crashed) {
        int crashes = draft.run.progress().crashes();
        if (crashes <= Retry.ofDefaults().retriesMax()) {
            draft.executeCleanup(Kind.RECOVERED, words(crashed));
        } else {
            draft.note(
                    Kind.CLEANUP_FAILED, "the process crashed %d times in it".formatted(crashes));
            EndRules.end(draft, CleanupRules.ending(draft));
        }
    }

    private static void body(Draft draft, boolean crashed) {
        Run run = draft.run;
        RunEnd ending = run.condition().ending();
        if (ending != null) {
            draft.note(Kind.RECOVERED, "its body had been asked to stop");
            EndRules.finish(draft, ending);
            return;
        }
        State state = draft.definition.state(run.state());
        if (!(state instanceof State.Step step)) {
            // The definition changed: what was a step has no body any more.
            draft.enter(state, Kind.RECOVERED, words(crashed));
            return;
        }
        if (draft.divert(step, Kind.INTERRUPTED)) return;
        int crashes = run.progress().crashesIn(run.state());
        if (crashes > step.recovery().crashesMax()) {
            draft.park(
                    "the process crashed %d times in state '%s'; find the cause, then retry"
                            .formatted(crashes, run.state()));
        } else if (step.permits() != null) {
            draft.acquire(step.permits());
            draft.note(Kind.RECOVERED, words(crashed));
        } else {
            draft.run = run.with(run.condition().with(null));
            draft.execute(Kind.RECOVERED, words(crashed));
        }
    }

    private static String words(boolean crashed) {
        return crashed ? "the process crashed in it" : "the engine was closed in it";
    }

    /// Continues a run under another definition, in the state that it is in or was moved to. A run
    /// in line for permits waits for those of its definition, also if it was stored without them.
    static void adopted(Draft draft) {
        Definition definition = draft.definition;
        Run run = draft.run;
        if (run.origin().machine().equals(definition.ref())) {
            boolean asks = run.status() == RunStatus.ACQUIRING && run.condition().permits() == null;
            if (asks) acquireAgain(draft, Decide.step(draft), "its permits were not recorded");
            return;
        }
        Optional<String> place = definition.placeOf(run.state());
        if (place.isEmpty()) {
            strand(draft);
            return;
        }
        State state = definition.state(place.get());
        String detail = "from %s to %s".formatted(run.origin().machine(), definition.ref());
        if (!state.name().equals(run.state())) detail += ", into " + state.name();
        draft.run = run.with(run.origin().adoptedBy(definition.ref()));
        if (isHeld(run)) {
            boolean again = isEnteredAgain(run, run.condition().held(), state);
            Condition there = run.condition().in(state.name());
            draft.run = draft.run.with(again ? there.holding(null) : there);
            draft.note(Kind.ADOPTED, detail);
        } else if (isEnteredAgain(run, run.status(), state)) {
            draft.enter(state, Kind.ADOPTED, detail);
        } else {
            draft.run = draft.run.with(run.condition().in(state.name()));
            stay(draft, state, detail);
        }
    }

    private static void strand(Draft draft) {
        Run run = draft.run;
        Definition definition = draft.definition;
        String reason =
                ParkingReasons.strange(
                        ("%s has no state '%s' (has: %s); say where its runs go with formerly or"
                                        + " removed")
                                .formatted(
                                        definition.ref(),
                                        run.state(),
                                        String.join(", ", definition.names())));
        boolean parked = run.status() == RunStatus.PARKED;
        // What it was parked for before is still so; and a restart that changes nothing is no news.
        if (parked && !ParkingReasons.isForDefinition(run)) return;
        if (!reason.equals(run.condition().reason())) draft.park(reason);
    }

    /// Returns whether a run with this status must go into `state` from the start, because what it
    /// was doing has no meaning there.
    private static boolean isEnteredAgain(Run run, @Nullable RunStatus status, State state) {
        if (status == null || run.condition().ending() != null) return false;
        return switch (status) {
            case QUEUED, BACKING_OFF -> !(state instanceof State.Step);
            case ACQUIRING -> !(state instanceof State.Step step) || step.permits() == null;
            case WAITING -> !(state instanceof State.Wait) || !state.name().equals(run.state());
            // A run whose body was interrupted is about to be recovered, and decided on there.
            case RUNNING -> isHeld(run) && !(state instanceof State.Step);
            case DELAYED, BLOCKED, PAUSED, PARKED, CLEANING -> false;
            case COMPLETED, ABORTED, FAILED, EXHAUSTED, CANCELLED, EXPIRED, SKIPPED -> false;
        };
    }

    private static boolean isHeld(Run run) {
        return run.status() == RunStatus.PAUSED || run.status() == RunStatus.PARKED;
    }

    /// Continues as before; a wait may have other ways out now.
    private static void stay(Draft draft, State state, String detail) {
        Run run = draft.run;
        boolean waiting = run.status() == RunStatus.WAITING && run.condition().ending() == null;
        if (waiting && state instanceof State.Wait wait) {
            draft.run = run.with(run.timing().withTimer(timer(run, wait)));
            draft.note(Kind.ADOPTED, detail);
            draft.look(wait);
        } else if (run.status() == RunStatus.ACQUIRING && state instanceof State.Step step) {
            acquireAgain(draft, step, detail);
        } else {
            draft.note(Kind.ADOPTED, detail);
        }
    }

    private static void acquireAgain(Draft draft, State.Step step, String detail) {
        State.Permits permits = step.permits();
        if (permits == null) {
            draft.enter(step, Kind.ADOPTED, detail);
            return;
        }
        draft.run = draft.run.with(draft.run.condition().with(permits.need()));
        draft.note(Kind.ADOPTED, detail);
    }

    private static @Nullable Instant timer(Run run, State.Wait wait) {
        State.Timer declared = wait.timer();
        if (declared == null) return null;
        Instant present = run.timing().timer();
        return present == null ? Draft.after(run.timing().since(), declared.after()) : present;
    }
}
