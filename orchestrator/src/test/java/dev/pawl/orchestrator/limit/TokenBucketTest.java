package dev.pawl.orchestrator.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import dev.pawl.testkit.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Never more requests in any window than the source allows.
final class TokenBucketTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration WINDOW = Duration.ofSeconds(30);
    private static final int SEEDS = 50;

    @Test
    void letsAsManyPassAsItsSizeAndThenSaysWhenTheNextMay() {
        TokenBucket bucket = TokenBucket.of(5, WINDOW);
        for (int i = 0; i < 5; i++) bucket = passed(bucket.take(NOW.plusSeconds(i)));
        assertThat(bucket.take(NOW.plusSeconds(10)))
                .isEqualTo(new Taken.Later(bucket, NOW.plusSeconds(30)));
        assertThat(bucket.take(NOW.plusSeconds(30))).isInstanceOf(Taken.Now.class);
        TokenBucket next = passed(bucket.take(NOW.plusSeconds(30)));
        assertThat(next.take(NOW.plusSeconds(30)))
                .isEqualTo(new Taken.Later(next, NOW.plusSeconds(31)));
    }

    @Test
    void noWindowHasMoreThanItsSizeWhereverItBegins() {
        Seeds.each(
                SEEDS,
                seed -> {
                    var random = new SplittableRandom(seed);
                    int size = random.nextInt(1, 51);
                    List<Instant> passed = takes(random, TokenBucket.of(size, WINDOW));
                    assertThat(most(passed)).isLessThanOrEqualTo(size);
                    assertThat(passed).hasSizeGreaterThan(size);
                });
    }

    @Test
    void whoWaitsUntilTheTimeItWasToldIsLetThrough() {
        Seeds.each(
                SEEDS,
                seed -> {
                    var random = new SplittableRandom(seed);
                    TokenBucket bucket = TokenBucket.of(random.nextInt(1, 10), WINDOW);
                    Instant now = NOW;
                    for (int i = 0; i < 200; i++) {
                        Taken taken = bucket.take(now);
                        bucket = taken.bucket();
                        if (taken instanceof Taken.Later(_, Instant until)) {
                            assertThat(until).isAfter(now);
                            now = until;
                            bucket = passed(bucket.take(now));
                        }
                        now = now.plusMillis(random.nextInt(2_000));
                    }
                });
    }

    @Test
    void aClockThatGoesBackCostsAWindowAtMost() {
        TokenBucket bucket = TokenBucket.of(2, WINDOW);
        bucket = passed(bucket.take(NOW));
        bucket = passed(bucket.take(NOW));
        Instant past = NOW.minus(Duration.ofDays(365));
        Taken taken = bucket.take(past);
        assertThat(taken).isInstanceOf(Taken.Later.class);
        assertThat(((Taken.Later) taken).until()).isEqualTo(past.plus(WINDOW));
        assertThat(taken.bucket().take(past.plus(WINDOW))).isInstanceOf(Taken.Now.class);
    }

    @Test
    void aRestartForgetsNothing() {
        TokenBucket bucket = passed(TokenBucket.of(1, WINDOW).take(NOW.plusNanos(123_456_789)));
        byte[] written = JsonCodec.JSON.encode(bucket).bytes().clone();
        TokenBucket read = JsonCodec.JSON.decode(Payload.of(written), TokenBucket.class);
        assertThat(read).isEqualTo(bucket);
        assertThat(read.take(NOW.plusSeconds(10))).isInstanceOf(Taken.Later.class);
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatThrownBy(() -> TokenBucket.of(0, WINDOW)).hasMessageContaining("1000, found 0");
        assertThatThrownBy(() -> TokenBucket.of(1_001, WINDOW)).hasMessageContaining("found 1001");
        assertThatThrownBy(() -> TokenBucket.of(1, Duration.ZERO)).hasMessageContaining("PT0S");
        assertThatThrownBy(() -> new TokenBucket(1, WINDOW, Collections.nCopies(2, NOW)))
                .hasMessage("expected at most 1 takes, found 2");
    }

    private static TokenBucket passed(Taken taken) {
        assertThat(taken).isInstanceOf(Taken.Now.class);
        return taken.bucket();
    }

    private static List<Instant> takes(SplittableRandom random, TokenBucket empty) {
        List<Instant> passed = new ArrayList<>();
        TokenBucket bucket = empty;
        Instant now = NOW;
        for (int i = 0; i < 1_000; i++) {
            now = now.plusMillis(random.nextInt(10) == 0 ? random.nextInt(20_000) : 50);
            Taken taken = bucket.take(now);
            bucket = taken.bucket();
            if (taken instanceof Taken.Now) passed.add(now);
        }
        return passed;
    }

    /// Returns the most takes of any window; one that has the most begins with a take.
    private static long most(List<Instant> takes) {
        return takes.stream()
                .mapToLong(start ->
                        takes.stream()
                                .filter(take -> !take.isBefore(start))
                                .filter(take -> take.isBefore(start.plus(WINDOW)))
                                .count())
                .max()
                .orElse(0);
    }
}
