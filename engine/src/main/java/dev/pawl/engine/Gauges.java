package dev.pawl.engine;

import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Tally;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Reads the current numbers of runs from the store; [Metrics] counts what happens.
record Gauges(Kernel kernel, Queues queues) {
    /// How many waiting runs are asked for their age: a run may return to its queue, so the oldest
    /// run is not always the one that waits longest.
    private static final int LOOK_AT_MAX = 1_000;

    Map<String, Long> read() {
        Map<String, Long> all = new TreeMap<>();
        for (RunStatus status : RunStatus.live()) all.put(runs(status), 0L);
        for (Tally tally : kernel.store.tally()) {
            all.merge(runs(tally.status()), tally.count(), Long::sum);
        }
        for (QueueSettings queue : queues.all()) read(queue.name(), all);
        return all;
    }

    private static String runs(RunStatus status) {
        return "runs{status=\"" + status + "\"}";
    }

    private void read(String queue, Map<String, Long> all) {
        String label = "{queue=\"" + queue + "\"}";
        all.put("queue_held" + label, (long) queues.held(queue));
        all.put("queue_waiting" + label, queues.waiting(queue));
        all.put("queue_oldest_seconds" + label, longestWait(queue).toSeconds());
    }

    private Duration longestWait(String queue) {
        Filter waiting = Filter.ALL.queue(queue).status(RunStatus.QUEUED);
        List<Run> runs = kernel.store.runs(waiting, Page.oldest(LOOK_AT_MAX));
        Instant now = kernel.now();
        Instant since = now;
        for (Run run : runs) {
            if (run.timing().since().isBefore(since)) since = run.timing().since();
        }
        return Duration.between(since, now);
    }
}
