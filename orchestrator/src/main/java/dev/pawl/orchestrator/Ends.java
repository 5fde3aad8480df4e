package dev.pawl.orchestrator;

import dev.pawl.machine.JsonCodec;
import dev.pawl.orchestrator.lifecycle.Signals.Stop;
import dev.pawl.run.Failure;
import dev.pawl.run.Mail;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunStatus;

/// Tells how a provider's run came to its end.
final class Ends {
    private Ends() {}

    static ProviderEnd of(Run run) {
        Mail event = run.data().event();
        Payload response = run.data().response();
        if (run.status() != RunStatus.COMPLETED) return broken(run);
        if (response != null) return JsonCodec.JSON.decode(response, ProviderEnd.class);
        if (event == null) return new ProviderEnd(ProviderEnd.Cause.STOPPED, "");
        Stop stop = JsonCodec.JSON.decode(event.body(), Stop.class);
        return new ProviderEnd(
                ProviderEnd.Cause.STOPPED, "stopped by %s: %s".formatted(stop.by(), stop.reason()));
    }

    /// The engine ended it: cancelled by a person, or because of a bug.
    private static ProviderEnd broken(Run run) {
        RunEnd ending = run.condition().ending();
        Failure failure = ending == null ? run.progress().error() : ending.failure();
        String why = failure == null ? "" : ": " + failure.message();
        boolean cancelled = run.status() == RunStatus.CANCELLED;
        return new ProviderEnd(
                cancelled ? ProviderEnd.Cause.STOPPED : ProviderEnd.Cause.FAILED,
                run.status() + why);
    }
}
