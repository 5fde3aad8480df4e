package dev.pawl.pipeline.alert;

import dev.pawl.engine.EngineOptions;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Start;

/// Delivers alerts, each as a durable run.
public final class Alerts {
    private final Machine<Alert, Alert> machine =
            Machine.named("pipeline-alert", Alert.class, Alert.class)
                    .step("deliver", attempt -> attempt.next(attempt.request()))
                    .build();

    /// Returns the start of a run that delivers an alert.
    public Start<Alert> start(Alert alert) {
        return machine.start(alert);
    }

    /// Registers the machine with an engine that is about to open.
    public void register(EngineOptions options) {
        options.machines(machine);
    }
}
