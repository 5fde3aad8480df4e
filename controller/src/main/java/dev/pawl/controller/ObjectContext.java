package dev.pawl.controller;

import dev.pawl.controller.pace.Activity;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything about an object that survives a restart. It is the context of the object's run, so it
/// commits together with every transition.
///
/// @param memory the evaluator's memory as JSON; empty for the initial one
/// @param wakeAt when the last decision asked to evaluate again
/// @param generation the generation that was decided last
/// @param pending what was decided and is not confirmed yet
record ObjectContext(
        String memory,
        @Nullable Instant wakeAt,
        long generation,
        @Nullable Problem problem,
        @Nullable Hold hold,
        Activity activity,
        @Nullable Pending pending) {

    /// The context of an object that was never decided.
    static final ObjectContext INITIAL =
            new ObjectContext("", null, 0, null, null, Activity.NONE, null);

    ObjectContext memory(String text) {
        return new ObjectContext(text, wakeAt, generation, problem, hold, activity, pending);
    }

    ObjectContext problem(@Nullable Problem next) {
        return new ObjectContext(memory, wakeAt, generation, next, hold, activity, pending);
    }

    ObjectContext hold(@Nullable Hold next) {
        return new ObjectContext(memory, wakeAt, generation, problem, next, activity, pending);
    }

    ObjectContext activity(Activity next) {
        return new ObjectContext(memory, wakeAt, generation, problem, hold, next, pending);
    }

    ObjectContext pending(@Nullable Pending next) {
        return new ObjectContext(memory, wakeAt, generation, problem, hold, activity, next);
    }

    ObjectContext asked(@Nullable Instant at, long decidedGeneration) {
        return new ObjectContext(memory, at, decidedGeneration, problem, hold, activity, pending);
    }

    /// Returns when the object is evaluated next if nothing changes.
    @Nullable Instant nextWake() {
        if (hold != null) return null;
        Instant slowed = activity.slowedUntil();
        if (slowed != null) return slowed;
        Instant retry = problem == null ? null : problem.retryAt();
        if (retry == null) return wakeAt;
        return wakeAt == null || retry.isBefore(wakeAt) ? retry : wakeAt;
    }

    /// Why an object is on hold.
    record Hold(String actor, String reason, Instant since) {}

    /// Actions as JSON, and the update as JSON if the status is to be written.
    record Pending(long decision, List<String> actions, @Nullable String update) {
        Pending {
            actions = List.copyOf(actions);
        }
    }
}
