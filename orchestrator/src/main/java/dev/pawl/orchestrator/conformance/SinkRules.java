package dev.pawl.orchestrator.conformance;

import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.provider.Batch;
import dev.pawl.orchestrator.provider.Cycle;
import dev.pawl.orchestrator.provider.Entry;
import dev.pawl.orchestrator.provider.Sink;
import dev.pawl.orchestrator.provider.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// What a sink does in transactions that commit, and in those that do not.
final class SinkRules {
    private static final int BATCHES = 3;

    private final Subject subject;
    private final Findings findings;

    SinkRules(Subject subject, Findings findings) {
        this.subject = subject;
        this.findings = findings;
    }

    void check(Sample sample) throws InterruptedException {
        if (!findings.allow(Rule.WRITTEN)) return;
        List<Batch<Object>> batches = batches(sample);
        twice(batches);
        if (findings.allow(Rule.TRACELESS)) traceless(batches);
    }

    private List<Batch<Object>> batches(Sample sample) {
        Cycle cycle = new Cycle(sample.id(), 1, false, subject.host().now());
        List<Entry<Object>> entries = sample.entries();
        int size = sample.sizeOf(BATCHES);
        List<Batch<Object>> batches = new ArrayList<>();
        for (int i = 0; i < entries.size(); i += size) {
            int end = Math.min(i + size, entries.size());
            batches.add(new Batch<>(cycle, entries.subList(i, end)));
        }
        // A source may move its cursor without records.
        batches.add(new Batch<>(cycle, List.of()));
        return batches;
    }

    private void twice(List<Batch<Object>> batches) throws InterruptedException {
        Sink<Object> sink = subject.make().sink();
        try (Bench bench = Bench.open(subject, "sink-twice")) {
            int number = 0;
            for (Batch<Object> each : batches) {
                String where = "batch %d of %d".formatted(++number, batches.size());
                Optional<Written> first = write(bench, sink, each, where);
                if (first.isEmpty()) return;
                List<?> items = bench.items();
                Optional<Written> second = write(bench, sink, each, where + ", written again");
                if (second.isEmpty()) return;
                idempotent(second.get(), where + ", written again");
                Difference.between("item", items, bench.items())
                        .ifPresent(found ->
                                findings.add(Rule.IDEMPOTENT, found, where + ", written again"));
            }
        }
    }

    private void idempotent(Written second, String where) {
        List<String> news = new ArrayList<>();
        second.created().forEach(urn -> news.add(urn + " as created"));
        second.changed().forEach(urn -> news.add(urn + " as changed"));
        second.removed().forEach(urn -> news.add(urn + " as removed"));
        if (news.isEmpty()) return;
        String found = "%s (%d in all)".formatted(news.getFirst(), news.size());
        findings.add(Rule.IDEMPOTENT, "every entry as unchanged", found, where);
    }

    private Optional<Written> write(
            Bench bench, Sink<Object> sink, Batch<Object> batch, String where)
            throws InterruptedException {
        AtomicReference<Written> answer = new AtomicReference<>(Written.NOTHING);
        Optional<String> problem = bench.write(tx -> answer.set(written(sink, tx, batch)));
        if (problem.isPresent()) {
            findings.add(Rule.WRITTEN, "a batch that is written", problem.get(), where);
            return Optional.empty();
        }
        accounted(answer.get(), batch.entries(), where);
        return Optional.of(answer.get());
    }

    private static Written written(Sink<Object> sink, Transaction tx, Batch<Object> batch)
            throws Exception {
        Written written = sink.write(tx, batch);
        if (written == null) throw new IllegalStateException("the sink returned null");
        return written;
    }

    /// An item that comes twice in a batch may count once.
    private void accounted(Written written, List<Entry<Object>> entries, String where) {
        long sum = written.created().size() + written.changed().size() + written.unchanged();
        if (sum >= Sample.names(entries) && sum <= entries.size()) return;
        findings.add(
                Rule.WRITTEN,
                "%d entries created, changed or unchanged".formatted(entries.size()),
                "%d created, %d changed and %d unchanged"
                        .formatted(
                                written.created().size(),
                                written.changed().size(),
                                written.unchanged()),
                where);
    }

    /// Writes the first batch, takes it back, and writes it again with the same sink.
    private void traceless(List<Batch<Object>> batches) throws InterruptedException {
        Batch<Object> batch = batches.getFirst();
        Sink<Object> sink = subject.make().sink();
        try (Bench bench = Bench.open(subject, "sink-rolled-back")) {
            List<?> before = bench.items();
            Optional<String> problem =
                    bench.write(tx -> {
                        Written lost = written(sink, tx, batch);
                        throw new IllegalStateException("rolled back: " + lost);
                    });
            assert problem.isPresent();
            String where = "the first batch, rolled back";
            Difference.between("item", before, bench.items())
                    .ifPresent(found -> findings.add(Rule.TRACELESS, found, where));
            List<?> items = firstItems(batch);
            Optional<String> again = bench.write(tx -> written(sink, tx, batch));
            again.ifPresent(found ->
                    findings.add(
                            Rule.TRACELESS, "a batch that is written", found, where + ", again"));
            Difference.between("item", items, bench.items())
                    .ifPresent(
                            found -> findings.add(Rule.TRACELESS, found, where + ", then written"));
        }
    }

    /// Returns what the batch comes to where nothing was rolled back.
    private List<?> firstItems(Batch<Object> batch) throws InterruptedException {
        Sink<Object> sink = subject.make().sink();
        try (Bench bench = Bench.open(subject, "sink-once")) {
            Optional<String> problem = bench.write(tx -> written(sink, tx, batch));
            assert problem.isEmpty();
            return bench.items();
        }
    }
}
