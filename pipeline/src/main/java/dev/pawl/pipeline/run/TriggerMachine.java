package dev.pawl.pipeline.run;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Start;
import dev.pawl.machine.Uniqueness;
import java.util.function.Function;

/// Starts a run for a schedule and waits for its end, so that the schedule skips its fires
/// meanwhile. A run of the same feed that is active already is waited for first.
public final class TriggerMachine {
    private static final String END = "end";

    private final Function<RunRequest, Start<RunRequest>> runs;

    public TriggerMachine(Function<RunRequest, Start<RunRequest>> runs) {
        this.runs = runs;
    }

    public Machine<RunRequest, TriggerEnd> machine() {
        return Machine.named("pipeline-trigger", RunRequest.class, TriggerEnd.class)
                .step(
                        "start",
                        this::start,
                        s -> s.recovery(Recovery.repeatBody().persists("the run")))
                .await("load", w -> w.children(Join.all(), END))
                .step(
                        END,
                        attempt -> attempt.next(new TriggerEnd(attempt.request().feed())),
                        s -> s.recovery(Recovery.repeatBody()))
                .build();
    }

    private Outcome<TriggerEnd> start(Attempt<RunRequest, TriggerEnd> attempt) {
        return attempt.next()
                .starting(runs.apply(attempt.request()).unique(Uniqueness.QUEUE_BEHIND));
    }

    /// The feed whose run has ended.
    public record TriggerEnd(String feed) {}
}
