package dev.pawl.orchestrator.lifecycle;

import dev.pawl.machine.JsonCodec;
import dev.pawl.orchestrator.lifecycle.Signals.Stop;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;

/// How a provider ended.
public record ProviderEnd(Cause cause, String detail) {
    public static ProviderEnd completed(String detail) {
        return new ProviderEnd(Cause.COMPLETED, detail);
    }

    public static ProviderEnd failed(String detail) {
        return new ProviderEnd(Cause.FAILED, detail);
    }

    /// Returns how a provider's run ended; the run must have ended.
    public static ProviderEnd of(Run run) {
        Message signal = run.data().event();
        Payload response = run.data().response();
        if (run.status() != RunStatus.COMPLETED) return endedByTheEngine(run);
        if (response != null) return JsonCodec.JSON.decode(response, ProviderEnd.class);
        if (signal == null) return new ProviderEnd(Cause.STOPPED, "");
        Stop stop = JsonCodec.JSON.decode(signal.body(), Stop.class);
        return new ProviderEnd(
                Cause.STOPPED, "stopped" + Signals.by(stop.by()) + Signals.because(stop.reason()));
    }

    /// A user cancelled the run, or a bug broke it.
    private static ProviderEnd endedByTheEngine(Run run) {
        String why = run.failure().map(failure -> ": " + failure.message()).orElse("");
        boolean cancelled = run.status() == RunStatus.CANCELLED;
        return new ProviderEnd(cancelled ? Cause.STOPPED : Cause.FAILED, run.status() + why);
    }

    /// Why a provider is TERMINATED.
    public enum Cause {
        COMPLETED,
        STOPPED,
        FAILED
    }
}
