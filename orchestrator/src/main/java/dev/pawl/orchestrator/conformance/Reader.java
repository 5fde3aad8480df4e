package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.conformance.Transcript.Leg;
import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.orchestrator.provider.Portion;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.Reading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Reads sources from somewhere to the end, and notes what no reading may do.
final class Reader {
    static final int RECORDS_MAX = 5_000;

    private static final int PORTIONS_MAX = 20_000;
    private static final int ASKED_AGAIN = 3;

    private final Subject subject;
    private final Findings findings;

    Reader(Subject subject, Findings findings) {
        this.subject = subject;
        this.findings = findings;
    }

    Transcript read(Provider<Object, Object> provider, Opening opening, int atMost)
            throws InterruptedException {
        subject.breathe();
        List<Leg> legs = new ArrayList<>();
        Exception problem = null;
        try {
            Reading<Object> reading = provider.source().open(opening);
            try {
                readAll(reading, opening, atMost, legs);
            } finally {
                close(reading, Words.where(opening, atMost));
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            problem = e;
        }
        return new Transcript(provider.mapping(), legs, problem);
    }

    private void readAll(Reading<Object> reading, Opening opening, int atMost, List<Leg> legs)
            throws Exception {
        String where = Words.where(opening, atMost);
        String before = opening.fresh() ? "" : opening.cursor();
        long records = 0;
        expecting(reading, where);
        Portion<Object> portion = reading.next(atMost);
        while (portion != null) {
            check(portion, before, atMost, where);
            expecting(reading, where);
            before = String.valueOf(portion.cursor());
            legs.add(new Leg(portion.records(), before));
            records += portion.records().size();
            requireEnding(records, legs.size());
            portion = reading.next(atMost);
        }
        ended(reading, atMost, where);
    }

    private void check(Portion<Object> portion, String before, int atMost, String where) {
        int size = portion.records().size();
        if (size > atMost) {
            findings.add(
                    Rule.BOUNDED, "at most %d records".formatted(atMost), size + " records", where);
        }
        String after = portion.cursor();
        if (after == null) {
            findings.add(Rule.MOVING, "a cursor with each portion", "null", where);
        } else if (size > 0 && after.equals(before)) {
            findings.add(
                    Rule.MOVING,
                    "another cursor after %d more records".formatted(size),
                    "'%s' as before".formatted(Words.brief(after)),
                    where);
        }
    }

    private void expecting(Reading<Object> reading, String where) {
        long expected = reading.expected();
        if (expected < 0) {
            findings.add(Rule.EXPECTING, "0 records or more", String.valueOf(expected), where);
        }
    }

    private static void requireEnding(long records, int portions) {
        if (records > RECORDS_MAX || portions > PORTIONS_MAX) {
            throw new IllegalStateException(
                    "expected the end, found %d records in %d portions so far"
                            .formatted(records, portions));
        }
    }

    private void ended(Reading<Object> reading, int atMost, String where)
            throws InterruptedException {
        String expected = "nothing after the end";
        for (int i = 0; i < ASKED_AGAIN; i++) {
            try {
                Portion<Object> more = reading.next(atMost);
                if (more == null) continue;
                String found = "a portion of %d records".formatted(more.records().size());
                findings.add(Rule.ENDED, expected, found, where);
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                findings.add(Rule.ENDED, expected, e.toString(), where);
            }
        }
    }

    private void close(Reading<Object> reading, String where) {
        try {
            reading.close();
        } catch (IOException | RuntimeException e) {
            findings.add(Rule.CLOSABLE, "a reading that closes", e.toString(), where);
        }
    }
}
