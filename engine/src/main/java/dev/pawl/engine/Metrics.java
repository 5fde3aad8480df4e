package dev.pawl.engine;

import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Counts what happens, as a listener: each run once by its end, each attempt with its time.
///
/// Times fall into buckets from a millisecond up, so that short steps are not invisible. How things
/// stand is not counted here but asked for: [Engine#gauges].
public final class Metrics implements Listener {
    private static final long[] BUCKET_MILLIS = {
        1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 60_000, 600_000
    };

    private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();

    @Override
    public void on(EngineEvent event) {
        switch (event) {
            case EngineEvent.RunChanged changed -> changed(changed);
            case EngineEvent.AttemptStarted _ -> {}
            case EngineEvent.AttemptEnded ended -> attempt(ended);
            case EngineEvent.BodyStuck _ -> count("bodies_stuck_total");
            case EngineEvent.StoreUnavailable _ -> count("store_outages_total");
            case EngineEvent.StoreRecovered _ -> {}
            case EngineEvent.StoreFailed _ -> count("store_failures_total");
            case EngineEvent.Resumed resumed -> {
                count("resumes_total");
                add("runs_repeated_total", resumed.report().repeated());
            }
            case EngineEvent.Joined _ -> count("node_joins_total");
            case EngineEvent.LeaseLost _ -> count("leases_lost_total");
            case EngineEvent.TakenOver(var runs) -> add("runs_taken_over_total", runs);
            case EngineEvent.FiresDropped(var schedule, var lost) ->
                    add("schedule_fires_dropped_total{schedule=\"" + schedule + "\"}", lost);
            case EngineEvent.EventUndelivered _ -> count("events_undelivered_total");
            case EngineEvent.LeaseDropped(var lease, var _) ->
                    count("permit_leases_dropped_total{pool=\"" + lease.pool() + "\"}");
            case EngineEvent.LimitsOverridden _ -> count("limits_overridden_total");
            case EngineEvent.TaskFailed _ -> count("task_failures_total");
        }
    }

    /// Returns every counter by name, with its labels in braces.
    public Map<String, Long> snapshot() {
        Map<String, Long> all = new TreeMap<>();
        counters.forEach((name, counter) -> all.put(name, counter.sum()));
        return all;
    }

    private void changed(EngineEvent.RunChanged changed) {
        Run run = changed.after();
        String machine = "machine=\"" + run.machine() + "\"";
        if (changed.before() == null) count("runs_started_total{" + machine + "}");
        if (run.status().isEnd()) {
            count("runs_ended_total{" + machine + ",status=\"" + run.status() + "\"}");
            Duration took = Duration.between(run.timing().created(), run.timing().updated());
            observe("run_seconds", machine, took);
        }
        for (HistoryEntry entry : changed.entries()) {
            if (entry.kind() == HistoryEntry.Kind.RETRIED) {
                count("retries_total{" + machine + ",state=\"" + entry.state() + "\"}");
            }
        }
    }

    private void attempt(EngineEvent.AttemptEnded ended) {
        Run run = ended.run();
        String labels =
                "machine=\"%s\",state=\"%s\",error=\"%s\""
                        .formatted(run.machine(), run.state(), ended.error() != null);
        observe("attempt_seconds", labels, ended.took());
    }

    private void observe(String name, String labels, Duration took) {
        for (long bucket : BUCKET_MILLIS) {
            if (took.toMillis() <= bucket) {
                count(name + "_bucket{" + labels + ",le=\"" + bucket / 1_000.0 + "\"}");
            }
        }
        count(name + "_count{" + labels + "}");
        add(name + "_micros_sum{" + labels + "}", took.toNanos() / 1_000);
    }

    private void count(String name) {
        add(name, 1);
    }

    private void add(String name, long more) {
        counters.computeIfAbsent(name, key -> new LongAdder()).add(more);
    }
}
