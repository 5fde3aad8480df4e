package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.provider.Portion;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.Reading;
import java.util.Optional;

/// How a source is read by itself: the first time, and with an early end.
final class ReadingRules {
    /// How many records a portion of the first reading has: few, so that there are many cursors.
    static final int PORTION = 2;

    private final Subject subject;
    private final Findings findings;
    private final Reader reader;

    ReadingRules(Subject subject, Findings findings, Reader reader) {
        this.subject = subject;
        this.findings = findings;
        this.reader = reader;
    }

    /// Reads the sample; empty if there is none that others could be compared with.
    Optional<Sample> sample() throws InterruptedException {
        Provider<Object, Object> provider = subject.make();
        Transcript transcript = reader.read(provider, Sample.BEGIN, PORTION);
        String where = Words.where(Sample.BEGIN, PORTION);
        Exception problem = transcript.problem();
        int size = transcript.records().size();
        boolean endless = size > Reader.RECORDS_MAX;
        if (endless || (problem == null && size < Sample.RECORDS_MIN)) {
            String expected = "%d to %d records".formatted(Sample.RECORDS_MIN, Reader.RECORDS_MAX);
            findings.add(Rule.SAMPLED, expected, endless ? "more" : "" + size, where);
        } else if (problem != null) {
            String found = "%s after %d records".formatted(problem, size);
            findings.add(Rule.READABLE, "the end of the source", found, where);
        }
        if (findings.allow(Rule.CLOSABLE)) closable();
        return findings.has(Rule.READABLE) || findings.has(Rule.SAMPLED)
                ? Optional.empty()
                : Optional.of(new Sample(provider, transcript, true));
    }

    private void closable() throws InterruptedException {
        for (Point point : Point.values()) {
            try {
                Reading<Object> reading = subject.make().source().open(Sample.BEGIN);
                point.readTo(reading);
                reading.close();
                reading.close();
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                findings.add(
                        Rule.CLOSABLE, "a reading that closes twice", e.toString(), point.words);
            }
        }
    }

    /// Where a reading may be when it is closed.
    private enum Point {
        OPENED("before the first portion", 0),
        BEGUN("after the first portion", 1),
        ENDED("after the end", Integer.MAX_VALUE);

        private final String words;
        private final int portions;

        Point(String words, int portions) {
            this.words = words;
            this.portions = portions;
        }

        void readTo(Reading<Object> reading) throws Exception {
            for (int i = 0; i < portions; i++) {
                Portion<Object> portion = reading.next(PORTION);
                if (portion == null) return;
            }
        }
    }
}
