package dev.pawl.engine.internal.kernel;

import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The runs that ended a moment ago and that retention may have removed since: a caller that awaits
/// one, or starts another after it, may ask only now.
public final class RecentEnds {
    private static final Duration KEPT = Duration.ofSeconds(10);
    private static final int RUNS_MAX = 4_096;
    private static final long BYTES_MAX = 4 << 20;

    // Guarded by this.
    private final Map<RunId, Ended> runs = new LinkedHashMap<>();
    private long bytes;

    public synchronized void add(Run run, Instant now) {
        forget(run.id());
        runs.put(run.id(), new Ended(run, now));
        bytes += size(run);
        while (runs.size() > RUNS_MAX || (bytes > BYTES_MAX && runs.size() > 1)) {
            forget(runs.keySet().iterator().next());
        }
    }

    public synchronized Optional<Run> find(RunId id, Instant now) {
        Ended ended = runs.get(id);
        if (ended == null) return Optional.empty();
        boolean over = ended.since().plus(KEPT).isBefore(now);
        if (over) forget(id);
        return over ? Optional.empty() : Optional.of(ended.run());
    }

    private void forget(RunId id) {
        Ended ended = runs.remove(id);
        if (ended != null) bytes -= size(ended.run());
    }

    private static long size(Run run) {
        return (long) run.origin().request().size()
                + size(run.data().response())
                + size(run.data().context());
    }

    private static int size(@Nullable Payload payload) {
        return payload == null ? 0 : payload.size();
    }

    /// A run that has ended, and since when that is remembered.
    private record Ended(Run run, Instant since) {}
}
