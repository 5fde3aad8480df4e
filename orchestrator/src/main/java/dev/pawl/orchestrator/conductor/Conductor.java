package dev.pawl.orchestrator.conductor;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Subscription;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.machine.Uniqueness;
import dev.pawl.orchestrator.context.OrchestratorContext;
import java.time.Instant;
import java.util.List;

/// Reacts to what providers do: publishes events, starts providers whose dependencies have
/// completed, distributes permits, and moves the macro lifecycle.
///
/// It is a run like any other, so there is one of it, it outlives its process, and its events
/// commit with the position up to which it has read the log. Every other effect is addressed to a
/// known state, so repeating it changes nothing.
public final class Conductor {
    private static final String NAME = "conductor";

    private final OrchestratorContext context;
    private final Cleanup cleanup;

    public Conductor(OrchestratorContext context) {
        this.context = context;
        this.cleanup = new Cleanup(context.settings().retention());
    }

    public Machine<ConductorRequest, ConductorEnd> machine() {
        return Machine.named(NAME, ConductorRequest.class, ConductorEnd.class)
                .step(
                        "conduct",
                        this::conduct,
                        s ->
                                s.retry(Retry.forever())
                                        .recovery(
                                                Recovery.resumeBody()
                                                        .persists("its position in the log")
                                                        .crashes(Integer.MAX_VALUE)))
                .unique(Uniqueness.ATTACH)
                .build();
    }

    private Outcome<ConductorEnd> conduct(Attempt<ConductorRequest, ConductorEnd> a)
            throws InterruptedException {
        Engine engine = context.engine();
        ConductorState state =
                ConductorState.find(a::query)
                        .orElse(ConductorState.initial(context.settings().permits()));
        Instant until = a.now();
        try (Subscription feed = engine.feed(state.position())) {
            while (true) {
                List<LoggedEntry> entries = feed.next(until);
                ConductorStep step = new ConductorStep(context, state, a::query);
                entries.forEach(step::read);
                step.act(cleanup);
                if (step.changes()) {
                    return a.repeatWith(a.request()).writing(step.writing(feed.position()));
                }
                state = step.state(feed.position());
                until = step.nextLook();
            }
        } catch (Refused.Closed _) {
            return a.repeatWith(a.request());
        }
    }

    /// The request of the conductor's run.
    public record ConductorRequest(String id) {}

    /// The conductor ends only when a user cancels it; a drained one waits for the next start.
    public record ConductorEnd() {}
}
