package dev.pawl.controller;

import dev.pawl.controller.Problem.Retrying;
import dev.pawl.controller.pace.OwnWrites;
import dev.pawl.engine.Host;
import dev.pawl.machine.Retry;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.List;

/// What the steps of a controller share.
record ControllerContext<V, M, A, U>(
        ControlledKind<V, M, A, U> kind,
        ControllerSettings settings,
        Host host,
        DecisionRules<V, M, A, U> rules,
        Gate gate,
        ActionCalls calls,
        OwnWrites ownWrites) {

    /// Own writes whose events have not come yet.
    private static final int OWN_WRITES_MAX = 100_000;

    static <V, M, A, U> ControllerContext<V, M, A, U> of(
            ControlledKind<V, M, A, U> kind, ControllerSettings settings, Host host) {
        return new ControllerContext<>(
                kind,
                settings,
                host,
                new DecisionRules<>(kind, settings),
                new Gate(host),
                new ActionCalls(host, settings.actionTime()),
                new OwnWrites(OWN_WRITES_MAX));
    }

    Retrying retrying(Instant now) {
        Retry retry = Retry.forever().with(settings.backoff());
        return new Retrying(now, failures -> retry.delay(failures, host.random().nextDouble()));
    }

    ObjectRows writes(ObjectKey key, RunId run) {
        return new ObjectRows(kind.name(), key, run, settings.decisions(), settings.inputBytes());
    }

    void wrote(List<OwnWrite> writes) {
        for (OwnWrite each : writes) ownWrites.wrote(each.object(), each.version());
    }
}
