package dev.pawl.classes.evaluation;

import dev.pawl.classes.enforcement.EnforcementEvent;
import dev.pawl.classes.resource.Phase;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An evaluation with what must be kept.
///
/// `path` has every phase that was entered, so that each change is one of the table; `wakeAt` is
/// the next time at which the answer may change by itself; `message` says in one line why.
public record EvalResult(
        EvalOutput output,
        ClassMemory memory,
        List<Phase> path,
        List<EnforcementEvent> events,
        @Nullable Instant wakeAt,
        String message) {
    public EvalResult {
        path = List.copyOf(path);
        events = List.copyOf(events);
    }
}
