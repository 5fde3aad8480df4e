package dev.pawl.engine.internal.loop;

import dev.pawl.engine.internal.decision.Launch;
import dev.pawl.run.Origin;
import dev.pawl.run.RunId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The runs that come into being in one commit, as far as it is made: the next one meets them as it
/// would meet runs that are stored.
final class StartBatch {
    private final Map<Name, RunId> newestByKey = new HashMap<>();
    private final Map<Name, RunId> byIdempotency = new HashMap<>();

    void add(Launch launch) {
        Origin origin = launch.origin();
        String machine = origin.machine().name();
        String key = origin.key();
        if (key != null) newestByKey.put(new Name(machine, key), launch.id());
        String idempotency = origin.idempotency();
        if (idempotency != null) byIdempotency.put(new Name(machine, idempotency), launch.id());
    }

    /// Returns the newest run of a machine and key.
    Optional<RunId> live(String machine, @Nullable String key) {
        if (key == null) return Optional.empty();
        return Optional.ofNullable(newestByKey.get(new Name(machine, key)));
    }

    /// Returns the run of a machine that is started with this idempotency key.
    Optional<RunId> startedWith(String machine, String idempotency) {
        return Optional.ofNullable(byIdempotency.get(new Name(machine, idempotency)));
    }

    private record Name(String machine, String text) {}
}
