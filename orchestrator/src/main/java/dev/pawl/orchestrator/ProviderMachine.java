package dev.pawl.orchestrator;

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
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.lifecycle.Signals.Pause;
import dev.pawl.orchestrator.lifecycle.Signals.QuotaGranted;
import dev.pawl.orchestrator.lifecycle.Signals.QuotaRevoked;
import dev.pawl.orchestrator.lifecycle.Signals.Resume;
import dev.pawl.orchestrator.lifecycle.Signals.Start;
import dev.pawl.orchestrator.lifecycle.Signals.Stop;
import java.time.Duration;
import java.util.Map;

/// The lifecycle of a provider as a machine: all waits, but for RUNNING.
///
/// A run is one life from IDLE to TERMINATED. There is one live run for each provider, and the
/// engine executes one body of a run at a time: so there is one executor.
final class ProviderMachine {
    static final String NAME = "provider";

    /// How long a provider without permits waits before it asks again.
    static final Duration ASK_AGAIN = Duration.ofSeconds(2);

    /// How long one that was told to wait, but not how long, does.
    static final Duration BACK_OFF = Duration.ofSeconds(60);

    private final Map<String, Work<?, ?>> works;

    ProviderMachine(Map<String, Work<?, ?>> works) {
        this.works = Map.copyOf(works);
    }

    Machine<ProviderRequest, ProviderEnd> machine() {
        return Machine.named(NAME, ProviderRequest.class, ProviderEnd.class)
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
                        Recovery.resume()
                                .persists("the cursor, with each batch")
                                .note("the crash took its permits: it asks for new ones"));
    }

    private Outcome<ProviderEnd> run(Attempt<ProviderRequest, ProviderEnd> attempt)
            throws Exception {
        String id = attempt.request().provider();
        Work<?, ?> work = works.get(id);
        if (work == null) {
            return attempt.next(
                    ProviderEnd.failed(
                            "no provider '%s' is registered (registered: %s)"
                                    .formatted(id, String.join(", ", works.keySet()))));
        }
        return work.turn(attempt);
    }

    /// Returns the state that a name of the machine is.
    static ProviderState state(String name) {
        return ProviderState.valueOf(name);
    }
}
