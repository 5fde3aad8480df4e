package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.conformance.Transcript.Chunk;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.RequestGate;
import java.util.ArrayList;
import java.util.List;

/// The rules about cursors.
final class CursorRules {
    /// How many cursors are tried, spread over the sample.
    private static final int CURSORS_MAX = 24;

    private final CheckedProvider subject;
    private final RuleViolations findings;
    private final RecordingReader reader;

    CursorRules(CheckedProvider subject, RuleViolations findings, RecordingReader reader) {
        this.subject = subject;
        this.findings = findings;
        this.reader = reader;
    }

    void check(ReferenceReading sample) throws InterruptedException {
        if (findings.allow(ConformanceRule.REPEATABLE)) repeatable(sample);
        if (findings.allow(ConformanceRule.RESUMABLE)) resumable(sample);
        if (findings.allow(ConformanceRule.TEXTUAL)) textual(sample);
        if (findings.allow(ConformanceRule.FULL)) full(sample);
    }

    private void repeatable(ReferenceReading sample) throws InterruptedException {
        for (Provider<Object, Object> each : List.of(sample.provider(), subject.make())) {
            Transcript again = reader.read(each, ReferenceReading.START, ReadingRules.CHUNK);
            compare(ConformanceRule.REPEATABLE, sample, again, ReferenceReading.START);
        }
        if (!findings.allow(ConformanceRule.RESUMABLE)) return;
        ReadOptions middle =
                ReferenceReading.resuming(marks(sample).get(marks(sample).size() / 2).cursor());
        List<ComparableRecord> first = read(sample, middle);
        ListDifference.between("record", first, read(sample, middle))
                .ifPresent(found ->
                        findings.add(
                                ConformanceRule.REPEATABLE,
                                found,
                                ReportText.where(middle, ReadingRules.CHUNK)));
    }

    private List<ComparableRecord> read(ReferenceReading sample, ReadOptions options)
            throws InterruptedException {
        return reader.read(sample.provider(), options, ReadingRules.CHUNK)
                .comparable(sample.exact());
    }

    /// The instance that returned the cursors continues from them.
    private void resumable(ReferenceReading sample) throws InterruptedException {
        List<Integer> sizes = List.of(ReadingRules.CHUNK + 1, 1, sample.size());
        int number = 0;
        for (Mark each : marks(sample)) {
            int atMost = sizes.get(number++ % sizes.size());
            resume(
                    ConformanceRule.RESUMABLE,
                    sample,
                    each,
                    new Trial(sample.provider(), false, atMost));
        }
    }

    /// Another instance continues from them too, in a full cycle.
    private void textual(ReferenceReading sample) throws InterruptedException {
        for (Mark each : marks(sample)) {
            Trial trial = new Trial(subject.make(), true, ReadingRules.CHUNK + 1);
            resume(ConformanceRule.TEXTUAL, sample, each, trial);
        }
    }

    private void resume(ConformanceRule rule, ReferenceReading sample, Mark mark, Trial trial)
            throws InterruptedException {
        ReadOptions options = new ReadOptions(mark.cursor(), false, trial.full(), RequestGate.OPEN);
        Transcript rest = reader.read(trial.provider(), options, trial.atMost());
        List<ComparableRecord> expected =
                sample.comparable().subList(mark.records(), sample.size());
        ListDifference.between("record", expected, rest.comparable(sample.exact()))
                .ifPresent(found ->
                        findings.add(rule, found, ReportText.where(options, trial.atMost())));
    }

    private void full(ReferenceReading sample) throws InterruptedException {
        ReadOptions options =
                new ReadOptions(marks(sample).getLast().cursor(), true, true, RequestGate.OPEN);
        Transcript again = reader.read(subject.make(), options, ReadingRules.CHUNK);
        compare(ConformanceRule.FULL, sample, again, options);
    }

    private void compare(
            ConformanceRule rule, ReferenceReading sample, Transcript found, ReadOptions options) {
        ListDifference.between("record", sample.comparable(), found.comparable(sample.exact()))
                .ifPresent(each ->
                        findings.add(rule, each, ReportText.where(options, ReadingRules.CHUNK)));
    }

    /// Returns cursors of the sample, including the last, with the number of records before each.
    private static List<Mark> marks(ReferenceReading sample) {
        List<Mark> all = new ArrayList<>();
        int records = 0;
        for (Chunk chunk : sample.transcript().chunks()) {
            records += chunk.records().size();
            all.add(new Mark(chunk.cursor(), records));
        }
        int step = Math.ceilDiv(all.size(), CURSORS_MAX);
        List<Mark> some = new ArrayList<>();
        for (int i = all.size() - 1; i >= 0; i -= step) some.addFirst(all.get(i));
        return some;
    }

    private record Mark(String cursor, int records) {}

    private record Trial(Provider<Object, Object> provider, boolean full, int atMost) {}
}
