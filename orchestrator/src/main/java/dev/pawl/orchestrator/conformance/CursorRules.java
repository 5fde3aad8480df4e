package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.conformance.Transcript.Leg;
import dev.pawl.orchestrator.provider.Gate;
import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.orchestrator.provider.Provider;
import java.util.ArrayList;
import java.util.List;

/// What cursors lead to.
final class CursorRules {
    /// How many cursors are tried, spread over the sample.
    private static final int CURSORS_MAX = 24;

    private final Subject subject;
    private final Findings findings;
    private final Reader reader;

    CursorRules(Subject subject, Findings findings, Reader reader) {
        this.subject = subject;
        this.findings = findings;
        this.reader = reader;
    }

    void check(Sample sample) throws InterruptedException {
        if (findings.allow(Rule.REPEATABLE)) repeatable(sample);
        if (findings.allow(Rule.RESUMABLE)) resumable(sample);
        if (findings.allow(Rule.TEXTUAL)) textual(sample);
        if (findings.allow(Rule.FULL)) full(sample);
    }

    private void repeatable(Sample sample) throws InterruptedException {
        for (Provider<Object, Object> each : List.of(sample.provider(), subject.make())) {
            Transcript again = reader.read(each, Sample.BEGIN, ReadingRules.PORTION);
            compare(Rule.REPEATABLE, sample, again, Sample.BEGIN);
        }
        if (!findings.allow(Rule.RESUMABLE)) return;
        Opening middle = Sample.resuming(marks(sample).get(marks(sample).size() / 2).cursor());
        List<Told> first = read(sample, middle);
        Difference.between("record", first, read(sample, middle))
                .ifPresent(found ->
                        findings.add(
                                Rule.REPEATABLE, found, Words.where(middle, ReadingRules.PORTION)));
    }

    private List<Told> read(Sample sample, Opening opening) throws InterruptedException {
        return reader.read(sample.provider(), opening, ReadingRules.PORTION).told(sample.exact());
    }

    /// The instance that gave the cursors goes on from them.
    private void resumable(Sample sample) throws InterruptedException {
        List<Integer> sizes = List.of(ReadingRules.PORTION + 1, 1, sample.size());
        int number = 0;
        for (Mark each : marks(sample)) {
            int atMost = sizes.get(number++ % sizes.size());
            resume(Rule.RESUMABLE, sample, each, new Trial(sample.provider(), false, atMost));
        }
    }

    /// Another instance does too, in a cycle that was asked to be full.
    private void textual(Sample sample) throws InterruptedException {
        for (Mark each : marks(sample)) {
            Trial trial = new Trial(subject.make(), true, ReadingRules.PORTION + 1);
            resume(Rule.TEXTUAL, sample, each, trial);
        }
    }

    private void resume(Rule rule, Sample sample, Mark mark, Trial trial)
            throws InterruptedException {
        Opening opening = new Opening(mark.cursor(), false, trial.full(), Gate.OPEN);
        Transcript rest = reader.read(trial.provider(), opening, trial.atMost());
        List<Told> expected = sample.told().subList(mark.records(), sample.size());
        Difference.between("record", expected, rest.told(sample.exact()))
                .ifPresent(
                        found -> findings.add(rule, found, Words.where(opening, trial.atMost())));
    }

    private void full(Sample sample) throws InterruptedException {
        Opening opening = new Opening(marks(sample).getLast().cursor(), true, true, Gate.OPEN);
        Transcript again = reader.read(subject.make(), opening, ReadingRules.PORTION);
        compare(Rule.FULL, sample, again, opening);
    }

    private void compare(Rule rule, Sample sample, Transcript found, Opening opening) {
        Difference.between("record", sample.told(), found.told(sample.exact()))
                .ifPresent(each ->
                        findings.add(rule, each, Words.where(opening, ReadingRules.PORTION)));
    }

    /// Returns cursors of the sample with how many records come before each, the last one included.
    private static List<Mark> marks(Sample sample) {
        List<Mark> all = new ArrayList<>();
        int records = 0;
        for (Leg leg : sample.transcript().legs()) {
            records += leg.records().size();
            all.add(new Mark(leg.cursor(), records));
        }
        int step = Math.ceilDiv(all.size(), CURSORS_MAX);
        List<Mark> some = new ArrayList<>();
        for (int i = all.size() - 1; i >= 0; i -= step) some.addFirst(all.get(i));
        return some;
    }

    private record Mark(String cursor, int records) {}

    private record Trial(Provider<Object, Object> provider, boolean full, int atMost) {}
}
