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
    public void on(Happening happening) {
        switch (happening) {
            case Happening.RunChanged changed -> changed(changed);
            case Happening.AttemptStarted _ -> {}
            case Happening.AttemptEnded ended -> attempt(ended);
            case Happening.BodyStuck _ -> count("bodies_stuck_total");
            case Happening.StoreTroubled _ -> count("store_troubles_total");
            case Happening.StoreRecovered _ -> {}
            case Happening.StoreFailed _ -> count("store_failures_total");
            case Happening.Resumed resumed -> {
                count("resumes_total");
                add("runs_redone_total", resumed.report().redone());
            }
            case Happening.Joined _ -> count("node_lives_total");
            case Happening.LeaseLost _ -> count("leases_lost_total");
            case Happening.TakenOver(var runs) -> add("runs_taken_over_total", runs);
            case Happening.FiresDropped(var schedule, var lost) ->
                    add("schedule_fires_dropped_total{schedule=\"" + schedule + "\"}", lost);
            case Happening.EventUndelivered _ -> count("events_undelivered_total");
            case Happening.LeaseDropped(var lease, var _) ->
                    count("permit_leases_dropped_total{pool=\"" + lease.pool() + "\"}");
            case Happening.LimitsOverridden _ -> count("limits_overridden_total");
            case Happening.TaskFailed _ -> count("task_failures_total");
        }
    }

    /// Returns every counter by name, with its labels in braces.
    public Map<String, Long> snapshot() {
        Map<String, Long> all = new TreeMap<>();
        counters.forEach((name, counter) -> all.put(name, counter.sum()));
        return all;
    }

    private void changed(Happening.RunChanged changed) {
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

    private void attempt(Happening.AttemptEnded ended) {
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
