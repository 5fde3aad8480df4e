package dev.pawl.orchestrator.conformance;

import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.provider.Batch;
import dev.pawl.orchestrator.provider.Cycle;
import dev.pawl.orchestrator.provider.MappedItem;
import dev.pawl.orchestrator.provider.Sink;
import dev.pawl.orchestrator.provider.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// The rules about the sink, in transactions that commit and that roll back.
final class SinkRules {
    private static final int BATCHES = 3;

    private final CheckedProvider subject;
    private final RuleViolations findings;

    SinkRules(CheckedProvider subject, RuleViolations findings) {
        this.subject = subject;
        this.findings = findings;
    }

    void check(ReferenceReading sample) throws InterruptedException {
        if (!findings.allow(ConformanceRule.WRITTEN)) return;
        List<Batch<Object>> batches = batches(sample);
        twice(batches);
        if (findings.allow(ConformanceRule.TRACELESS)) traceless(batches);
    }

    private List<Batch<Object>> batches(ReferenceReading sample) {
        Cycle cycle = new Cycle(sample.id(), 1, false, subject.host().now());
        List<MappedItem<Object>> entries = sample.entries();
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
        try (SinkEngine engine = SinkEngine.open(subject, "sink-twice")) {
            int number = 0;
            for (Batch<Object> each : batches) {
                String where = "batch %d of %d".formatted(++number, batches.size());
                Optional<WriteResult> first = write(engine, sink, each, where);
                if (first.isEmpty()) return;
                List<?> items = engine.items();
                Optional<WriteResult> second = write(engine, sink, each, where + ", written again");
                if (second.isEmpty()) return;
                idempotent(second.get(), where + ", written again");
                ListDifference.between("item", items, engine.items())
                        .ifPresent(found ->
                                findings.add(
                                        ConformanceRule.IDEMPOTENT,
                                        found,
                                        where + ", written again"));
            }
        }
    }

    private void idempotent(WriteResult second, String where) {
        List<String> news = new ArrayList<>();
        second.created().forEach(urn -> news.add(urn + " as created"));
        second.changed().forEach(urn -> news.add(urn + " as changed"));
        second.removed().forEach(urn -> news.add(urn + " as removed"));
        if (news.isEmpty()) return;
        String found = "%s (%d in all)".formatted(news.getFirst(), news.size());
        findings.add(ConformanceRule.IDEMPOTENT, "every entry as unchanged", found, where);
    }

    private Optional<WriteResult> write(
            SinkEngine engine, Sink<Object> sink, Batch<Object> batch, String where)
            throws InterruptedException {
        AtomicReference<WriteResult> answer = new AtomicReference<>(WriteResult.NOTHING);
        Optional<String> problem = engine.write(tx -> answer.set(written(sink, tx, batch)));
        if (problem.isPresent()) {
            findings.add(ConformanceRule.WRITTEN, "a batch that is written", problem.get(), where);
            return Optional.empty();
        }
        accounted(answer.get(), batch.entries(), where);
        return Optional.of(answer.get());
    }

    private static WriteResult written(Sink<Object> sink, Transaction tx, Batch<Object> batch)
            throws Exception {
        WriteResult written = sink.write(tx, batch);
        if (written == null) throw new IllegalStateException("the sink returned null");
        return written;
    }

    /// An item that occurs twice in a batch may count once.
    private void accounted(WriteResult written, List<MappedItem<Object>> entries, String where) {
        long sum = written.created().size() + written.changed().size() + written.unchanged();
        if (sum >= ReferenceReading.names(entries) && sum <= entries.size()) return;
        findings.add(
                ConformanceRule.WRITTEN,
                "%d entries created, changed or unchanged".formatted(entries.size()),
                "%d created, %d changed and %d unchanged"
                        .formatted(
                                written.created().size(),
                                written.changed().size(),
                                written.unchanged()),
                where);
    }

    /// Writes the first batch, rolls it back, and writes it again with the same sink.
    private void traceless(List<Batch<Object>> batches) throws InterruptedException {
        Batch<Object> batch = batches.getFirst();
        Sink<Object> sink = subject.make().sink();
        try (SinkEngine engine = SinkEngine.open(subject, "sink-rolled-back")) {
            List<?> before = engine.items();
            Optional<String> problem =
                    engine.write(tx -> {
                        WriteResult lost = written(sink, tx, batch);
                        throw new IllegalStateException("rolled back: " + lost);
                    });
            assert problem.isPresent();
            String where = "the first batch, rolled back";
            ListDifference.between("item", before, engine.items())
                    .ifPresent(found -> findings.add(ConformanceRule.TRACELESS, found, where));
            List<?> items = firstItems(batch);
            Optional<String> again = engine.write(tx -> written(sink, tx, batch));
            again.ifPresent(found ->
                    findings.add(
                            ConformanceRule.TRACELESS,
                            "a batch that is written",
                            found,
                            where + ", again"));
            ListDifference.between("item", items, engine.items())
                    .ifPresent(found ->
                            findings.add(
                                    ConformanceRule.TRACELESS, found, where + ", then written"));
        }
    }

    /// Returns the items after the batch when nothing was rolled back.
    private List<?> firstItems(Batch<Object> batch) throws InterruptedException {
        Sink<Object> sink = subject.make().sink();
        try (SinkEngine engine = SinkEngine.open(subject, "sink-once")) {
            Optional<String> problem = engine.write(tx -> written(sink, tx, batch));
            assert problem.isEmpty();
            return engine.items();
        }
    }
}
