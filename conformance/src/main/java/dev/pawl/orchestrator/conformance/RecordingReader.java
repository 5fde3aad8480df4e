package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.conformance.Transcript.Chunk;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.RecordChunk;
import dev.pawl.orchestrator.provider.SourceReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Reads a source to its end, and reports what no reading may do.
final class RecordingReader {
    static final int RECORDS_MAX = 5_000;

    private static final int CHUNKS_MAX = 20_000;
    private static final int ASKED_AGAIN = 3;

    private final CheckedProvider subject;
    private final RuleViolations findings;

    RecordingReader(CheckedProvider subject, RuleViolations findings) {
        this.subject = subject;
        this.findings = findings;
    }

    Transcript read(Provider<Object, Object> provider, ReadOptions options, int atMost)
            throws InterruptedException {
        subject.yieldToHost();
        List<Chunk> chunks = new ArrayList<>();
        Exception problem = null;
        try {
            SourceReader<Object> reading = provider.source().open(options);
            try {
                readAll(reading, options, atMost, chunks);
            } finally {
                close(reading, ReportText.where(options, atMost));
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            problem = e;
        }
        return new Transcript(provider.mapping(), chunks, problem);
    }

    private void readAll(
            SourceReader<Object> reading, ReadOptions options, int atMost, List<Chunk> chunks)
            throws Exception {
        String where = ReportText.where(options, atMost);
        String before = options.fresh() ? "" : options.cursor();
        long records = 0;
        expecting(reading, where);
        RecordChunk<Object> chunk = reading.next(atMost);
        while (chunk != null) {
            check(chunk, before, atMost, where);
            expecting(reading, where);
            before = String.valueOf(chunk.cursor());
            chunks.add(new Chunk(chunk.records(), before));
            records += chunk.records().size();
            requireEnding(records, chunks.size());
            chunk = reading.next(atMost);
        }
        ended(reading, atMost, where);
    }

    private void check(RecordChunk<Object> chunk, String before, int atMost, String where) {
        int size = chunk.records().size();
        if (size > atMost) {
            findings.add(
                    ConformanceRule.BOUNDED,
                    "at most %d records".formatted(atMost),
                    size + " records",
                    where);
        }
        String after = chunk.cursor();
        if (after == null) {
            findings.add(ConformanceRule.MOVING, "a cursor with each chunk", "null", where);
        } else if (size > 0 && after.equals(before)) {
            findings.add(
                    ConformanceRule.MOVING,
                    "another cursor after %d more records".formatted(size),
                    "'%s' as before".formatted(ReportText.brief(after)),
                    where);
        }
    }

    private void expecting(SourceReader<Object> reading, String where) {
        long expected = reading.expected();
        if (expected < 0) {
            findings.add(
                    ConformanceRule.EXPECTING,
                    "0 records or more",
                    String.valueOf(expected),
                    where);
        }
    }

    private static void requireEnding(long records, int chunks) {
        if (records > RECORDS_MAX || chunks > CHUNKS_MAX) {
            throw new IllegalStateException(
                    "expected the end, found %d records in %d chunks so far"
                            .formatted(records, chunks));
        }
    }

    private void ended(SourceReader<Object> reading, int atMost, String where)
            throws InterruptedException {
        String expected = "nothing after the end";
        for (int i = 0; i < ASKED_AGAIN; i++) {
            try {
                RecordChunk<Object> more = reading.next(atMost);
                if (more == null) continue;
                String found = "a chunk of %d records".formatted(more.records().size());
                findings.add(ConformanceRule.ENDED, expected, found, where);
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                findings.add(ConformanceRule.ENDED, expected, e.toString(), where);
            }
        }
    }

    private void close(SourceReader<Object> reading, String where) {
        try {
            reading.close();
        } catch (IOException | RuntimeException e) {
            findings.add(ConformanceRule.CLOSABLE, "a reading that closes", e.toString(), where);
        }
    }
}
