package dev.pawl.engine.internal.decision;

import dev.pawl.machine.ChildPolicy;
import dev.pawl.machine.Definition;
import dev.pawl.run.HistoryEntry.Kind;
import dev.pawl.run.Message;
import dev.pawl.run.Predecessor;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.run.RunStatus.Verb;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rules for how a run ends: its body stops, its children are waited for, its cleanup runs,
/// what follows it starts, and its relatives get messages.
public final class EndRules {
    private static final Map<RunStatus, Verb> VERBS = verbs();

    private EndRules() {}

    /// Completes a run that has entered an end.
    public static void complete(Draft draft) {
        Definition.Cleanup cleanup = draft.definition.cleanup();
        if (cleanup != null && cleanup.always() && draft.run.progress().executed()) {
            clean(draft, RunEnd.COMPLETED);
        } else {
            end(draft, RunEnd.COMPLETED);
        }
    }

    /// Ends the run as `end`: at once, or when its body has stopped.
    public static void stop(Draft draft, RunEnd end, Kind kind, @Nullable String detail) {
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
    public static void finish(Draft draft, RunEnd end) {
        Definition definition = draft.definition;
        draft.run = draft.run.with(draft.run.condition().pausing(false));
        boolean waits =
                definition.children() == ChildPolicy.WAIT && draft.run.data().family().live() > 0;
        if (waits) {
            ending(draft, end);
            if (draft.run.status() != RunStatus.WAITING) draft.to(Verb.WAIT, null);
            draft.run = draft.run.with(draft.run.timing().withTimer(null));
            draft.note(Kind.ENTERED, "waits for its children before it ends");
        } else if (definition.cleanup() != null && draft.run.progress().executed()) {
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
    public static void end(Draft draft, RunEnd end) {
        if (end.status() == RunStatus.COMPLETED && !draft.definition.then().isEmpty()) {
            ending(draft, end);
            draft.to(Verb.WAIT, draft.now());
            draft.note(Kind.ENTERED, "starting its follow-up runs");
        } else {
            over(draft, end);
        }
    }

    /// Returns whether the run has completed but for the start of what follows it.
    public static boolean isFollowable(Run run) {
        RunEnd ending = run.condition().ending();
        return run.status() == RunStatus.WAITING
                && ending != null
                && ending.status() == RunStatus.COMPLETED;
    }

    /// Completes the run and starts its follow-up runs; the parent gets a message before the end,
    /// so that it waits for both.
    public static void followedBy(Draft draft, List<Launch> next) {
        if (!isFollowable(draft.run)) return;
        draft.start(next);
        for (Launch launch : next) {
            RunId parent = launch.origin().links().parent();
            if (parent != null) {
                draft.send(parent, Message.Kind.CHILD_STARTED, launch.id().toString());
            }
        }
        over(draft, RunEnd.COMPLETED);
    }

    private static void over(Draft draft, RunEnd end) {
        RunId parent = draft.run.parent();
        if (parent != null) draft.send(parent, Message.Kind.CHILD_ENDED, end.status().name());
        notifyFollowers(draft, end);
        if (end.status() != RunStatus.COMPLETED) takeChildrenAlong(draft);
        ending(draft, end);
        draft.run = draft.run.with(draft.run.data().ended());
        draft.to(verb(end.status()), null);
        draft.note(Kind.ENDED, text(end));
    }

    private static void notifyFollowers(Draft draft, RunEnd end) {
        Predecessor ahead = Decide.ahead(draft.run);
        for (RunId follower : draft.context.followers()) {
            // Who stands behind this run has now to stand behind the one before it.
            if (ahead != null) {
                draft.send(follower, Message.Kind.PREDECESSOR_LEFT, ahead.run().toString());
            }
            draft.send(follower, Message.Kind.PREDECESSOR_ENDED, end.status().name());
        }
    }

    private static void takeChildrenAlong(Draft draft) {
        if (draft.definition.children() != ChildPolicy.CANCEL) return;
        String id = draft.run.id().toString();
        for (RunId child : draft.context.children()) {
            draft.send(child, Message.Kind.PARENT_ENDED, id);
        }
        // Those that this decision creates are not in the store yet.
        for (RunId created : draft.created()) draft.send(created, Message.Kind.PARENT_ENDED, id);
    }

    private static void ending(Draft draft, RunEnd end) {
        draft.run = draft.run.with(draft.run.condition().endingAs(end));
    }

    private static Map<RunStatus, Verb> verbs() {
        Map<RunStatus, Verb> verbs = new EnumMap<>(RunStatus.class);
        for (Verb verb : Verb.values()) verbs.put(verb.to(), verb);
        return verbs;
    }

    private static Verb verb(RunStatus status) {
        Verb verb = VERBS.get(status);
        if (verb == null) throw new IllegalStateException("no verb leads to " + status);
        return verb;
    }

    private static @Nullable String text(RunEnd end) {
        return end.failure() == null ? null : end.failure().toString();
    }
}
