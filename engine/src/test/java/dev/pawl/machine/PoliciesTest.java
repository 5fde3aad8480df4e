package dev.pawl.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.Retry.Curve;
import dev.pawl.machine.Retry.Verdict;
import dev.pawl.run.Family;
import dev.pawl.run.Predecessor;
import dev.pawl.run.RunId;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Retry, join and start options as values.
final class PoliciesTest {

    /// ENG-01 the exponential curve of the seeds: 100 ms, times 1.5, up to 5 s.
    @Test
    void delaysGrowUpToTheirCap() {
        Retry retry = Retry.exponential(20);
        assertThat(List.of(1, 2, 3, 4).stream().map(n -> retry.delay(n, 0.3).toMillis()))
                .containsExactly(100L, 150L, 225L, 337L);
        assertThat(retry.delay(11, 0)).isEqualTo(Duration.ofSeconds(5));
        assertThat(retry.delay(1_000_000, 0)).isEqualTo(Duration.ofSeconds(5));
        assertThat(Retry.fixed(3).delay(3, 0)).isEqualTo(Duration.ofSeconds(1));
        assertThat(Retry.never().delay(1, 0)).isZero();
    }

    /// A delay of more nanoseconds than a `long` holds becomes the longest possible one.
    @Test
    void delaysSaturate() {
        Duration forever = Duration.ofSeconds(Long.MAX_VALUE);
        Duration longest = Duration.ofNanos(Long.MAX_VALUE);
        assertThat(Retry.fixed(2, forever).delay(1, 0.9)).isEqualTo(longest);
        assertThat(Retry.fixed(2, forever).jitter().delay(1, 0.9)).isEqualTo(longest);
        Curve steep = new Curve(Duration.ofSeconds(1), Double.MAX_VALUE, forever, 0);
        assertThat(Retry.fixed(2).with(steep).delay(9, 0)).isEqualTo(longest);
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> new Curve(second, 1, second, Double.NaN))
                .hasMessageContaining("spread");
    }

    @Test
    void jitterIsUpToHalfInEitherDirectionAndNeverNegative() {
        SplittableRandom random = new SplittableRandom(3);
        Retry retry = Retry.exponential(9).jitter();
        Retry wild =
                Retry.fixed(9).with(new Curve(Duration.ofSeconds(1), 1, Duration.ofSeconds(1), 1));
        for (int i = 0; i < 1_000; i++) {
            assertThat(retry.delay(1, random.nextDouble()).toMillis()).isBetween(50L, 150L);
            assertThat(wild.delay(1, random.nextDouble()))
                    .isBetween(Duration.ZERO, Duration.ofSeconds(2));
        }
    }

    @Test
    void jitterMakesADelayShorterForSmallRandomNumbersAndLongerForLargeOnes() {
        Retry retry = Retry.exponential(9).jitter();
        assertThat(retry.delay(1, 0)).isEqualTo(Duration.ofMillis(50));
        assertThat(retry.delay(1, 0.5)).isEqualTo(Duration.ofMillis(100));
        assertThat(retry.delay(1, 0.75)).isEqualTo(Duration.ofMillis(125));
    }

    @Test
    void boundsAreChangedOneByOne() {
        Retry retry = Retry.fixed(3).abortOn(IOException.class);
        Retry bounded = retry.within(Duration.ofMinutes(1)).bugs(0);
        assertThat(bounded)
                .isEqualTo(new Retry(retry.curve(), 3, 0, Duration.ofMinutes(1), retry.verdicts()));
        assertThatThrownBy(() -> retry.bugs(-1))
                .hasMessage("expected 0 or more bug retries, found -1");
        assertThatThrownBy(() -> retry.within(Duration.ZERO)).hasMessageContaining("found PT0S");
        assertThatThrownBy(() -> Retry.fixed(-1))
                .hasMessage("expected 0 or more retries, found -1");
    }

    /// ENG-02 the default is bounded; no bound must be explicit.
    @Test
    void retriesAreBoundedByDefault() {
        assertThat(Retry.ofDefaults().retriesMax()).isEqualTo(5);
        assertThat(Retry.forever().retriesMax()).isEqualTo(Retry.FOREVER);
        assertThat(Retry.forever().bugRetriesMax()).isEqualTo(2);
        assertThat(Retry.fixed(1).bugRetriesMax()).isEqualTo(1);
    }

    /// ENG-01 the most derived class that a policy mentions decides.
    @Test
    void theMostDerivedClassOfAnErrorDecides() {
        Retry retry = Retry.fixed(3).abortOn(IOException.class).failOn(FileNotFoundException.class);
        assertThat(retry.verdict(names(FileNotFoundException.class))).contains(Verdict.Kind.FAIL);
        assertThat(retry.verdict(names(IOException.class))).contains(Verdict.Kind.ABORT);
        assertThat(retry.verdict(names(RuntimeException.class))).isEmpty();
        Retry only = Retry.fixed(3).onlyOn(IOException.class).abortOn(IllegalStateException.class);
        assertThat(only.verdict(names(FileNotFoundException.class))).contains(Verdict.Kind.RETRY);
        assertThat(only.verdict(names(IllegalStateException.class))).contains(Verdict.Kind.ABORT);
        assertThat(only.verdict(names(RuntimeException.class))).contains(Verdict.Kind.FAIL);
    }

    private static List<String> names(Class<?> type) {
        return type == null
                ? List.of()
                : Stream.concat(Stream.of(type.getName()), names(type.getSuperclass()).stream())
                        .toList();
    }

    @Test
    void anInvalidPolicyIsRefused() {
        assertThatThrownBy(() -> Retry.fixed(-1))
                .hasMessageContaining("expected 0 or more retries, found -1");
        assertThatThrownBy(() -> Retry.fixed(1).bugs(-1)).hasMessageContaining("bug retries");
        assertThatThrownBy(() -> Retry.fixed(1).within(Duration.ZERO)).hasMessageContaining("PT0S");
        assertThatThrownBy(() -> Retry.fixed(1, Duration.ofSeconds(-1)))
                .hasMessageContaining("PT-1S");
        assertThatThrownBy(() -> Curve.exponential().withSpread(1.1)).hasMessageContaining("1.1");
        assertThatThrownBy(() -> new Curve(Duration.ofSeconds(2), 1, Duration.ofSeconds(1), 0))
                .hasMessageContaining("cap");
        assertThatThrownBy(() -> new Curve(Duration.ZERO, Double.NaN, Duration.ZERO, 0))
                .hasMessageContaining("NaN");
        assertThatThrownBy(() -> Recovery.repeatBody().crashes(0))
                .hasMessage("expected 1 or more crashes, found 0");
        assertThatThrownBy(() -> Join.atLeast(0))
                .hasMessage("expected 1 or more children, found 0");
    }

    /// ENG-12 joins, forevery family of up to four children.
    @Test
    void aJoinIsMetByTheRightFamilies() {
        for (int started = 0; started <= 4; started++) {
            for (int good = 0; good <= started; good++) {
                for (int bad = 0; good + bad <= started; bad++) {
                    Family family = new Family(started, good, bad, false);
                    int live = started - good - bad;
                    assertThat(Join.all().isMetBy(family)).isEqualTo(live == 0);
                    assertThat(Join.any().isMetBy(family)).isEqualTo(live == 0 || good + bad >= 1);
                    assertThat(Join.atLeast(2).isMetBy(family))
                            .isEqualTo(live == 0 || good >= 2 || good + live < 2);
                }
            }
        }
    }

    /// ENG-13 ENG-18 start options are kept together, whatever order they are given in.
    @Test
    void startOptionsCompose() {
        Machine<String, String> machine =
                Machine.named("m", String.class, String.class)
                        .step("a", a -> a.next())
                        .unique(Uniqueness.ATTACH)
                        .build();
        Start<String> one =
                machine.start("r")
                        .key("k")
                        .idempotency("i")
                        .delay(Duration.ofSeconds(1))
                        .deadline(Duration.ofSeconds(2))
                        .after(new RunId(7), Predecessor.On.FAILURE)
                        .parent(new RunId(8))
                        .cause(new RunId(9))
                        .queue("q", 3)
                        .label("l", "v");
        Start<String> other =
                machine.start("r")
                        .label("l", "v")
                        .queue("q", 3)
                        .cause(new RunId(9))
                        .parent(new RunId(8))
                        .after(new RunId(7), Predecessor.On.FAILURE)
                        .deadline(Duration.ofSeconds(2))
                        .delay(Duration.ofSeconds(1))
                        .idempotency("i")
                        .key("k");
        assertThat(one).isEqualTo(other);
        assertThat(one.identity()).isEqualTo(new Start.Identity("k", "i", Uniqueness.ATTACH));
        assertThat(one.queue("p").queuePlace().priority()).isEqualTo(3);
        assertThat(one.unique(Uniqueness.REPLACE).identity().uniqueness())
                .isEqualTo(Uniqueness.REPLACE);
        assertThatThrownBy(() -> one.delay(Duration.ofSeconds(-1))).hasMessageContaining("PT-1S");
        assertThatThrownBy(() -> one.deadline(Duration.ZERO)).hasMessageContaining("PT0S");
    }
}
