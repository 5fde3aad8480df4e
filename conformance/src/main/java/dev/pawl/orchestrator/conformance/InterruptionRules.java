package dev.pawl.orchestrator.conformance;

import dev.pawl.engine.Host;
import dev.pawl.engine.RealHost;
import dev.pawl.engine.Signal;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.RecordChunk;
import dev.pawl.orchestrator.provider.SourceReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The rules about interruptions and about two readings at once.
final class InterruptionRules {
    private static final int CHUNK = ReadingRules.CHUNK;
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

    private final CheckedProvider subject;
    private final RuleViolations findings;

    InterruptionRules(CheckedProvider subject, RuleViolations findings) {
        this.subject = subject;
        this.findings = findings;
    }

    void check(ReferenceReading sample) throws InterruptedException {
        if (findings.allow(ConformanceRule.INTERRUPTIBLE)) {
            interrupted(0);
            if (!findings.has(ConformanceRule.INTERRUPTIBLE)) interrupted(1);
        }
        if (findings.allow(ConformanceRule.UNDISTURBED)) undisturbed(sample);
    }

    /// Reads on a thread that is interrupted after some chunks; the reading must end soon after. It
    /// is a real thread, because only that can be left behind.
    private void interrupted(int chunks) throws InterruptedException {
        subject.yieldToHost();
        Host host = new RealHost();
        Signal over = new Signal();
        AtomicReference<@Nullable Exception> unclosed = new AtomicReference<>();
        host.start(
                "interrupted reading",
                () -> {
                    try {
                        unclosed.set(readInterrupted(host, chunks));
                    } finally {
                        host.raise(over);
                    }
                });
        String where = "a reading interrupted after %d chunks".formatted(chunks);
        if (!awaitOver(host, over)) {
            String found = "it still reads after " + subject.interruptionTimeout();
            findings.add(ConformanceRule.INTERRUPTIBLE, "the end of the reading", found, where);
        }
        Exception problem = unclosed.get();
        if (problem != null) {
            findings.add(
                    ConformanceRule.INTERRUPTIBLE,
                    "a reading that closes",
                    problem.toString(),
                    where);
        }
    }

    private boolean awaitOver(Host host, Signal over) throws InterruptedException {
        Instant until = host.now().plus(subject.interruptionTimeout());
        while (host.now().isBefore(until)) {
            Instant soon = host.now().plus(POLL_INTERVAL);
            if (host.await(over, soon.isBefore(until) ? soon : until)) return true;
            subject.yieldToHost();
        }
        return false;
    }

    /// Returns why the reading could not be closed, or null; it may end in any way.
    private @Nullable Exception readInterrupted(Host host, int chunks) {
        SourceReader<Object> reading;
        try {
            reading = subject.make().source().open(ReferenceReading.START);
        } catch (Exception e) {
            return e;
        }
        try {
            for (int i = 0; i < chunks; i++) {
                RecordChunk<Object> calm = reading.next(CHUNK);
                if (calm == null) break;
            }
            Thread.currentThread().interrupt();
            for (int i = 0; i < RecordingReader.RECORDS_MAX; i++) {
                RecordChunk<Object> more = reading.next(CHUNK);
                if (more == null) break;
            }
        } catch (Exception _) {
            // An interrupted reading may end by any exception.
        }
        host.clearInterrupt();
        try {
            reading.close();
            return null;
        } catch (Exception e) {
            return e;
        }
    }

    /// Reads two alternately, and closes the second in the middle.
    private void undisturbed(ReferenceReading sample) throws InterruptedException {
        subject.yieldToHost();
        Provider<Object, Object> provider = subject.make();
        List<Object> first = new ArrayList<>();
        List<Object> second = new ArrayList<>();
        Exception problem = null;
        try (SourceReader<Object> one = provider.source().open(ReferenceReading.START)) {
            boolean more = read(one, first);
            try (SourceReader<Object> other = provider.source().open(ReferenceReading.START)) {
                while (more && first.size() < sample.size() / 2) {
                    more = read(other, second) && read(one, first);
                }
            }
            while (more) more = read(one, first);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            problem = e;
        }
        List<ComparableRecord> expected = sample.comparable();
        List<ComparableRecord> found = comparable(provider, first, sample.exact());
        if (problem != null) found.add(ComparableRecord.of(problem));
        compare(expected, found, "the first of two alternating readings");
        int read = Math.min(second.size(), expected.size());
        found = comparable(provider, second, sample.exact());
        compare(expected.subList(0, read), found, "the second of two alternating readings");
    }

    private static boolean read(SourceReader<Object> reading, List<Object> to) throws Exception {
        RecordChunk<Object> chunk = reading.next(CHUNK);
        if (chunk == null) return false;
        to.addAll(chunk.records());
        return to.size() <= RecordingReader.RECORDS_MAX;
    }

    private static List<ComparableRecord> comparable(
            Provider<Object, Object> provider, List<Object> records, boolean exact) {
        Transcript.Chunk all = new Transcript.Chunk(records, "");
        return new Transcript(provider.mapping(), List.of(all), null).comparable(exact);
    }

    private void compare(
            List<ComparableRecord> expected, List<ComparableRecord> found, String where) {
        ListDifference.between("record", expected, found)
                .ifPresent(each -> findings.add(ConformanceRule.UNDISTURBED, each, where));
    }
}
