package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.RecordChunk;
import dev.pawl.orchestrator.provider.SourceReader;
import java.util.Optional;

/// The rules about reading: to the end, and with an early close.
final class ReadingRules {
    /// The chunk size of the first reading: small, so that there are many cursors.
    static final int CHUNK = 2;

    private final CheckedProvider subject;
    private final RuleViolations findings;
    private final RecordingReader reader;

    ReadingRules(CheckedProvider subject, RuleViolations findings, RecordingReader reader) {
        this.subject = subject;
        this.findings = findings;
        this.reader = reader;
    }

    /// Reads the sample; empty if it cannot serve as a reference.
    Optional<ReferenceReading> sample() throws InterruptedException {
        Provider<Object, Object> provider = subject.make();
        Transcript transcript = reader.read(provider, ReferenceReading.START, CHUNK);
        String where = ReportText.where(ReferenceReading.START, CHUNK);
        Exception problem = transcript.problem();
        int size = transcript.records().size();
        boolean endless = size > RecordingReader.RECORDS_MAX;
        if (endless || (problem == null && size < ReferenceReading.RECORDS_MIN)) {
            String expected =
                    "%d to %d records"
                            .formatted(ReferenceReading.RECORDS_MIN, RecordingReader.RECORDS_MAX);
            findings.add(ConformanceRule.SAMPLED, expected, endless ? "more" : "" + size, where);
        } else if (problem != null) {
            String found = "%s after %d records".formatted(problem, size);
            findings.add(ConformanceRule.READABLE, "the end of the source", found, where);
        }
        if (findings.allow(ConformanceRule.CLOSABLE)) closable();
        return findings.has(ConformanceRule.READABLE) || findings.has(ConformanceRule.SAMPLED)
                ? Optional.empty()
                : Optional.of(new ReferenceReading(provider, transcript, true));
    }

    private void closable() throws InterruptedException {
        for (Point point : Point.values()) {
            try {
                SourceReader<Object> reading = subject.make().source().open(ReferenceReading.START);
                point.readTo(reading);
                reading.close();
                reading.close();
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                findings.add(
                        ConformanceRule.CLOSABLE,
                        "a reading that closes twice",
                        e.toString(),
                        point.words);
            }
        }
    }

    /// The points at which a reading is closed.
    private enum Point {
        OPENED("before the first chunk", 0),
        STARTED("after the first chunk", 1),
        ENDED("after the end", Integer.MAX_VALUE);

        private final String words;
        private final int chunks;

        Point(String words, int chunks) {
            this.words = words;
            this.chunks = chunks;
        }

        void readTo(SourceReader<Object> reading) throws Exception {
            for (int i = 0; i < chunks; i++) {
                RecordChunk<Object> chunk = reading.next(CHUNK);
                if (chunk == null) return;
            }
        }
    }
}
