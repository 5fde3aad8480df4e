package dev.pawl.engine;

import dev.pawl.machine.ChildPolicy;
import dev.pawl.machine.Definition;
import dev.pawl.run.After;
import dev.pawl.run.HistoryEntry.Kind;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.run.RunStatus.Verb;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rules for how a run ends: its body stops, its children are waited for, its cleanup runs,
/// what follows it starts, and its relatives are told.
final class Endings {
    private Endings() {}

    /// Completes a run that has entered an end.
    static void complete(Draft draft) {
        Definition.Cleanup cleanup = draft.definition.cleanup();
        if (cleanup != null && cleanup.always() && draft.run.progress().begun()) {
            clean(draft, RunEnd.COMPLETED);
        } else {
            end(draft, RunEnd.COMPLETED);
        }
    }

    /// Ends the run as `end`: at once, or when its body has stopped.
    static void stop(Draft draft, RunEnd end, Kind kind, @Nullable String detail) {
        if (draft.isInFlight()) {
            ending(draft, end);
            draft.interrupt();
            draft.note(kind, detail);
        } else {
            draft.note(kind, detail);
            finish(draft, end);
        }
    }

    /// Ends a run whose body has stopped: children and cleanup first, if it has any.
    static void finish(Draft draft, RunEnd end) {
        Definition definition = draft.definition;
        draft.run = draft.run.with(draft.run.condition().pausing(false));
        boolean waits =
                definition.children() == ChildPolicy.WAIT && draft.run.data().family().live() > 0;
        if (waits) {
            ending(draft, end);
            if (draft.run.status() != RunStatus.WAITING) draft.to(Verb.WAIT, null);
            draft.run = draft.run.with(draft.run.timing().withTimer(null));
            draft.note(Kind.ENTERED, "waits for its children before it ends");
        } else if (definition.cleanup() != null && draft.run.progress().begun()) {
            clean(draft, end);
        } else {
            end(draft, end);
        }
    }

    private static void clean(Draft draft, RunEnd end) {
        ending(draft, end);
        Run run = draft.run.with(draft.run.data().withoutMemos());
        draft.run = run.with(run.progress().entering(draft.now()));
        draft.executeCleanup(Kind.CLEANUP_STARTED, text(end));
    }

    /// Ends a run that has nothing left to do itself. What follows a completed one must be made
    /// ready first, and that is the user's code: the run waits for it, due at once.
    static void end(Draft draft, RunEnd end) {
        if (end.status() == RunStatus.COMPLETED && !draft.definition.then().isEmpty()) {
            ending(draft, end);
            draft.to(Verb.WAIT, draft.now());
            draft.note(Kind.ENTERED, "starts what follows it");
        } else {
            over(draft, end);
        }
    }

    /// Returns whether the run has completed but for the start of what follows it.
    static boolean isFollowable(Run run) {
        RunEnd ending = run.condition().ending();
        return run.status() == RunStatus.WAITING
                && ending != null
                && ending.status() == RunStatus.COMPLETED;
    }

    /// Completes the run and starts what follows it; a parent hears of that before the end, so that
    /// it waits for both.
    static void followedBy(Draft draft, List<Launch> next) {
        if (!isFollowable(draft.run)) return;
        draft.start(next);
        for (Launch launch : next) {
            RunId parent = launch.origin().links().parent();
            if (parent != null) {
                draft.send(parent, Mail.Kind.CHILD_STARTED, launch.id().toString());
            }
        }
        over(draft, RunEnd.COMPLETED);
    }

    private static void over(Draft draft, RunEnd end) {
        RunId parent = draft.run.parent();
        if (parent != null) draft.send(parent, Mail.Kind.CHILD_ENDED, end.status().name());
        tellFollowers(draft, end);
        if (end.status() != RunStatus.COMPLETED) takeChildrenAlong(draft);
        ending(draft, end);
        draft.run = draft.run.with(draft.run.data().over());
        draft.to(verb(end.status()), null);
        draft.note(Kind.ENDED, text(end));
    }

    private static void tellFollowers(Draft draft, RunEnd end) {
        After ahead = Decide.ahead(draft.run);
        for (RunId follower : draft.moment.followers()) {
            // Who stands behind this run has now to stand behind the one before it.
            if (ahead != null) {
                draft.send(follower, Mail.Kind.PREDECESSOR_LEFT, ahead.run().toString());
            }
            draft.send(follower, Mail.Kind.PREDECESSOR_ENDED, end.status().name());
        }
    }

    private static void takeChildrenAlong(Draft draft) {
        if (draft.definition.children() != ChildPolicy.CANCEL) return;
        String id = draft.run.id().toString();
        for (RunId child : draft.moment.children()) {
            draft.send(child, Mail.Kind.PARENT_ENDED, id);
        }
        // Those that are born with this decision are not in the store yet.
        for (RunId born : draft.born()) draft.send(born, Mail.Kind.PARENT_ENDED, id);
    }

    private static void ending(Draft draft, RunEnd end) {
        draft.run = draft.run.with(draft.run.condition().endingAs(end).pausing(false));
    }

    private static Verb verb(RunStatus status) {
        return Arrays.stream(Verb.values())
                .filter(verb -> verb.to() == status)
                .findFirst()
                .orElseThrow();
    }

    private static @Nullable String text(RunEnd end) {
        return end.failure() == null ? null : end.failure().toString();
    }
}
