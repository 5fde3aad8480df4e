package dev.pawl.benchmarks.images;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// When the children of some runs executed, according to their histories.
record Spans(List<Span> all) {

    static Spans of(Engine engine, List<RunId> parents) {
        List<Span> all = new ArrayList<>();
        for (RunId parent : parents) {
            Filter children = Filter.ALL.parent(parent);
            for (Run child : engine.runs(children, Page.oldest(100))) {
                List<HistoryEntry> history = engine.history(child.id(), 0, 1_000);
                Instant start =
                        history.stream()
                                .filter(entry -> entry.status() == RunStatus.RUNNING)
                                .findFirst()
                                .orElseThrow()
                                .at();
                all.add(new Span(child.machine(), start, history.getLast().at()));
            }
        }
        return new Spans(all);
    }

    /// Returns how long the runs of a machine took on average.
    double seconds(String machine) {
        return all.stream()
                .filter(span -> span.machine().equals(machine))
                .mapToDouble(span -> Duration.between(span.start(), span.end()).toNanos() / 1e9)
                .average()
                .orElseThrow();
    }

    /// Returns how many runs of a machine executed at the same time, at most.
    int most(String machine) {
        List<Span> mine = all.stream().filter(span -> span.machine().equals(machine)).toList();
        int most = 0;
        for (Span span : mine) {
            int together = 0;
            for (Span other : mine) {
                boolean started = !other.start().isAfter(span.start());
                if (started && other.end().isAfter(span.start())) together++;
            }
            most = Math.max(most, together);
        }
        return most;
    }

    record Span(String machine, Instant start, Instant end) {}
}
