package dev.pawl.orchestrator.execution;

import static dev.pawl.orchestrator.lifecycle.ProviderState.ACQUIRING;
import static dev.pawl.orchestrator.lifecycle.ProviderState.IDLE;
import static dev.pawl.orchestrator.lifecycle.ProviderState.PAUSED;
import static dev.pawl.orchestrator.lifecycle.ProviderState.RUNNING;
import static dev.pawl.orchestrator.lifecycle.ProviderState.TERMINATED;
import static dev.pawl.orchestrator.lifecycle.ProviderState.WAITING_BACKOFF;
import static dev.pawl.orchestrator.lifecycle.ProviderState.WAITING_QUOTA;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.StepOptions;
import dev.pawl.machine.WaitOptions;
import dev.pawl.orchestrator.lifecycle.ProviderEnd;
import dev.pawl.orchestrator.lifecycle.ProviderRequest;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.lifecycle.Signals.Pause;
import dev.pawl.orchestrator.lifecycle.Signals.QuotaGranted;
import dev.pawl.orchestrator.lifecycle.Signals.QuotaRevoked;
import dev.pawl.orchestrator.lifecycle.Signals.Resume;
import dev.pawl.orchestrator.lifecycle.Signals.Start;
import dev.pawl.orchestrator.lifecycle.Signals.Stop;
import java.time.Duration;
import java.util.Map;

/// The lifecycle of a provider as a machine: every state waits for a signal or a time, except
/// RUNNING.
///
/// A run is one pass from IDLE to TERMINATED. Each provider has one live run, and the engine
/// executes one body of a run at a time, so a provider never executes twice at once.
public final class ProviderMachine {
    /// How long a provider that lost its permits waits before it asks again.
    private static final Duration ASK_AGAIN = Duration.ofSeconds(2);

    /// How long a provider backs off when its source does not say how long.
    static final Duration BACK_OFF = Duration.ofSeconds(60);

    private final Map<String, ProviderStep<?, ?>> steps;

    public ProviderMachine(Map<String, ProviderStep<?, ?>> steps) {
        this.steps = Map.copyOf(steps);
    }

    public Machine<ProviderRequest, ProviderEnd> machine() {
        return Machine.named(ProviderState.MACHINE, ProviderRequest.class, ProviderEnd.class)
                .await(IDLE.name(), w -> w.on(Start.class, ACQUIRING.name()))
                .await(
                        ACQUIRING.name(),
                        w ->
                                stoppable(w)
                                        .on(QuotaGranted.class, RUNNING.name())
                                        .on(Pause.class, PAUSED.name()))
                .await(WAITING_QUOTA.name(), w -> stoppable(w).after(ASK_AGAIN, ACQUIRING.name()))
                .await(WAITING_BACKOFF.name(), w -> stoppable(w).after(BACK_OFF, ACQUIRING.name()))
                .await(PAUSED.name(), w -> stoppable(w).on(Resume.class, ACQUIRING.name()))
                .step(RUNNING.name(), this::run, ProviderMachine::running)
                .end(TERMINATED.name())
                .build();
    }

    private static WaitOptions stoppable(WaitOptions wait) {
        return wait.on(Stop.class, TERMINATED.name());
    }

    private static void running(StepOptions<ProviderRequest, ProviderEnd> step) {
        step.interruptedBy(Pause.class, PAUSED.name())
                .interruptedBy(Stop.class, TERMINATED.name())
                .interruptedBy(QuotaRevoked.class, WAITING_QUOTA.name())
                .loopsTo(WAITING_QUOTA.name())
                .loopsTo(WAITING_BACKOFF.name())
                .loopsTo(PAUSED.name())
                .recovery(
                        Recovery.resumeBody()
                                .persists("the cursor, with each batch")
                                .note("loses its permits in a crash and requests new ones"));
    }

    private Outcome<ProviderEnd> run(Attempt<ProviderRequest, ProviderEnd> attempt)
            throws Exception {
        String id = attempt.request().provider();
        ProviderStep<?, ?> step = steps.get(id);
        if (step == null) {
            return attempt.next(
                    ProviderEnd.failed(
                            "no provider '%s' is registered (registered: %s)"
                                    .formatted(id, String.join(", ", steps.keySet()))));
        }
        return step.execute(attempt);
    }
}
