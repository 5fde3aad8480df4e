package dev.pawl.orchestrator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.RecordChunk;
import dev.pawl.orchestrator.provider.Source;
import dev.pawl.orchestrator.provider.SourceReader;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The rules about interruptions and about two readings at once.
final class InterruptionRulesTest extends RuleTrial {
    private final CountDownLatch over = new CountDownLatch(1);

    @AfterEach
    void release() {
        over.countDown();
    }

    @Test
    void findsAReadingThatIgnoresItsInterruption() throws Exception {
        ConformanceReport report =
                checking.report(
                        () ->
                                PebbleProvider.valid()
                                        .reading((reading, atMost) -> {
                                            if (Thread.currentThread().isInterrupted()) stay();
                                            return reading.next(atMost);
                                        }),
                        conformance -> conformance.interruptionTimeout(Duration.ofMillis(200)));
        RuleViolation finding = CheckRunner.only(ConformanceRule.INTERRUPTIBLE, report);
        assertThat(finding.expected()).isEqualTo("the end of the reading");
        assertThat(finding.found()).isEqualTo("it still reads after PT0.2S");
        assertThat(finding.where()).isEqualTo("a reading interrupted after 0 chunks");
    }

    private void stay() {
        while (over.getCount() > 0) {
            try {
                over.await();
            } catch (InterruptedException _) {
                // That is its fault.
            }
        }
    }

    @Test
    void findsAReadingThatCannotBeClosedAfterAnInterruption() throws Exception {
        RuleViolation finding =
                only(ConformanceRule.INTERRUPTIBLE, pebbles -> pebbles.source(Stubborn::new));
        assertThat(finding.expected()).isEqualTo("a reading that closes");
        assertThat(finding.found()).isEqualTo("java.io.IOException: still waiting");
    }

    @Test
    void acceptsAReadingThatEndsWhenItIsInterrupted() throws Exception {
        ConformanceReport report =
                checking.report(() ->
                        PebbleProvider.valid()
                                .reading((reading, atMost) -> {
                                    if (Thread.interrupted()) throw new InterruptedException();
                                    return reading.next(atMost);
                                }));
        assertThat(report.findings()).as(report.toString()).isEmpty();
    }

    @Test
    void findsReadingsThatShareAPosition() throws Exception {
        RuleViolation finding =
                only(ConformanceRule.UNDISTURBED, pebbles -> pebbles.source(new Shared()));
        assertThat(finding.where()).isEqualTo("the first of two alternating readings");
        assertThat(finding.expected()).isEqualTo("record 5 of 10: pebble:5 (5)");
    }

    /// Fails to close while it waits.
    private static final class Stubborn implements SourceReader<Integer> {
        private final PebbleProvider.Count count;
        private boolean waiting;

        Stubborn(ReadOptions opening) {
            count = new PebbleProvider.Count(opening);
        }

        @Override
        public @Nullable RecordChunk<Integer> next(int atMost) throws InterruptedException {
            waiting = Thread.interrupted();
            if (waiting) throw new InterruptedException();
            return count.next(atMost);
        }

        @Override
        public void close() throws IOException {
            if (waiting) throw new IOException("still waiting");
        }
    }

    /// All its readings share one position.
    private static final class Shared implements Source<Integer> {
        private PebbleProvider.@Nullable Count last;

        @Override
        public SourceReader<Integer> open(ReadOptions opening) {
            last = new PebbleProvider.Count(opening);
            return new PebbleProvider.Altered(last, (_, atMost) -> last.next(atMost));
        }
    }
}
