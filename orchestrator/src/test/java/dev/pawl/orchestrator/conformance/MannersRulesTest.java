package dev.pawl.orchestrator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.orchestrator.provider.Portion;
import dev.pawl.orchestrator.provider.Reading;
import dev.pawl.orchestrator.provider.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// How a source bears interruptions and company.
@Timeout(120)
final class MannersRulesTest {
    @TempDir private Path directory;
    private Checking checking = new Checking(Path.of(""));
    private final CountDownLatch over = new CountDownLatch(1);

    @BeforeEach
    void place() {
        checking = new Checking(directory);
    }

    @AfterEach
    void letGo() {
        over.countDown();
    }

    @Test
    void aReadingThatIgnoresItsInterruptionIsFound() throws Exception {
        Report report =
                checking.report(
                        () ->
                                Pebbles.sound()
                                        .reading((reading, atMost) -> {
                                            if (Thread.currentThread().isInterrupted()) stay();
                                            return reading.next(atMost);
                                        }),
                        conformance -> conformance.patience(Duration.ofMillis(200)));
        Finding finding = Checking.only(Rule.INTERRUPTIBLE, report);
        assertThat(finding.expected()).isEqualTo("the end of the reading");
        assertThat(finding.found()).isEqualTo("it reads on after PT0.2S");
        assertThat(finding.where()).isEqualTo("a reading interrupted after 0 portions");
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
    void aReadingThatCannotBeClosedAfterAnInterruptionIsFound() throws Exception {
        Finding finding =
                checking.only(Rule.INTERRUPTIBLE, () -> Pebbles.sound().source(Stubborn::new));
        assertThat(finding.expected()).isEqualTo("a reading that closes");
        assertThat(finding.found()).isEqualTo("java.io.IOException: still waiting");
    }

    @Test
    void aReadingThatEndsWhenItIsInterruptedIsFine() throws Exception {
        Report report =
                checking.report(() ->
                        Pebbles.sound()
                                .reading((reading, atMost) -> {
                                    if (Thread.interrupted()) throw new InterruptedException();
                                    return reading.next(atMost);
                                }));
        assertThat(report.findings()).as(report.toString()).isEmpty();
    }

    @Test
    void readingsThatShareAPositionAreFound() throws Exception {
        Finding finding =
                checking.only(Rule.UNDISTURBED, () -> Pebbles.sound().source(new Shared()));
        assertThat(finding.where()).isEqualTo("the first of two readings, in turns");
        assertThat(finding.expected()).isEqualTo("record 5 of 10: pebble:5 (5)");
    }

    /// Holds on to what it waited for.
    private static final class Stubborn implements Reading<Integer> {
        private final Pebbles.Count count;
        private boolean waiting;

        Stubborn(Opening opening) {
            count = new Pebbles.Count(opening);
        }

        @Override
        public @Nullable Portion<Integer> next(int atMost) throws InterruptedException {
            waiting = Thread.interrupted();
            if (waiting) throw new InterruptedException();
            return count.next(atMost);
        }

        @Override
        public void close() throws IOException {
            if (waiting) throw new IOException("still waiting");
        }
    }

    /// All its readings are one.
    private static final class Shared implements Source<Integer> {
        private Pebbles.@Nullable Count last;

        @Override
        public Reading<Integer> open(Opening opening) {
            last = new Pebbles.Count(opening);
            return new Pebbles.Altered(last, (_, atMost) -> last.next(atMost));
        }
    }
}
