package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.RetryAfterHeader;
import dev.pawl.orchestrator.lifecycle.Event;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.limit.Trouble;
import dev.pawl.orchestrator.provider.Pace;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.SourceException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sources that ask for patience, fail, or give what cannot be used.
@Timeout(120)
final class TroubleTest {
    @TempDir private Path directory;
    private final List<SourceException> troubles = new ArrayList<>();

    private Numbers troubled() {
        return Numbers.of("a", 100)
                .before((from, opening) -> {
                    opening.gate().pass();
                    if (from == 50 && !troubles.isEmpty()) throw troubles.removeFirst();
                    opening.gate().succeeded();
                });
    }

    @Test
    void aLimitedSourceIsLeftAloneAsLongAsItSays() throws Exception {
        try (Site site = Site.of(directory, troubled())) {
            Instant until = site.sim().host().now().plus(Duration.ofHours(3));
            troubles.add(SourceException.throttled("429 Too Many Requests", until));
            site.start("a");
            site.until("a", ProviderState.WAITING_BACKOFF);
            site.calm();
            assertThat(site.stats("a").wakesAt()).isEqualTo(until);
            assertThat(site.stats("a").waitsFor()).isEqualTo("429 Too Many Requests");
            assertThat(site.board().pool().held()).isEmpty();
            site.sim().pass(Duration.ofHours(2));
            assertThat(site.state("a")).isEqualTo(ProviderState.WAITING_BACKOFF);
            assertThat(site.numbers("a")).hasSize(50);
            site.until("a", ProviderState.TERMINATED);
            assertThat(site.sim().host().now()).isAfterOrEqualTo(until);
            assertThat(site.numbers("a")).hasSize(100);
            site.calm();
            assertThat(site.told("a"))
                    .containsExactly(
                            Event.Type.PROVIDER_STARTED,
                            Event.Type.QUOTA_GRANTED,
                            Event.Type.RATE_LIMITED,
                            Event.Type.QUOTA_GRANTED,
                            Event.Type.PROVIDER_COMPLETED);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1970-01-01T00:00:00Z",
                "2999-01-01T00:00:00Z",
                "+1000000000-12-31T23:59:59Z"
            })
    void noSourceIsLeftAloneForLongerThanTheBound(Instant asked) throws Exception {
        try (Site site = Site.of(directory, troubled())) {
            Instant began = site.sim().host().now();
            troubles.add(SourceException.throttled("busy", asked));
            site.start("a");
            site.until("a", ProviderState.WAITING_BACKOFF);
            assertThat(site.stats("a").wakesAt())
                    .isBetween(began, site.sim().host().now().plus(RetryAfterHeader.WAIT_MAX));
            site.until("a", ProviderState.TERMINATED);
            assertThat(site.sim().host().now())
                    .isBefore(began.plus(RetryAfterHeader.WAIT_MAX).plusSeconds(60));
            assertThat(site.numbers("a")).hasSize(100);
        }
    }

    @Test
    void theTimeToWakeOutlivesTheProcess() throws Exception {
        try (Site site = Site.of(directory, troubled())) {
            Instant until = site.sim().host().now().plus(Duration.ofHours(3));
            troubles.add(SourceException.throttled("busy", until));
            site.start("a");
            site.until("a", ProviderState.WAITING_BACKOFF);
            site.restart();
            assertThat(site.state("a")).isEqualTo(ProviderState.WAITING_BACKOFF);
            assertThat(site.stats("a").wakesAt()).isEqualTo(until);
            site.until("a", ProviderState.TERMINATED);
            assertThat(site.sim().host().now()).isAfterOrEqualTo(until);
            assertThat(site.numbers("a")).hasSize(100);
        }
    }

    /// V3: what fails ends too, with its cause.
    @Test
    void itTriesAgainThreeTimesAndThenGivesUp() throws Exception {
        for (int i = 0; i < 4; i++) troubles.add(Numbers.failing("connection reset"));
        try (Site site = Site.of(directory, troubled())) {
            site.start("a");
            site.sim().pass(Duration.ofSeconds(2));
            assertThat(site.stats("a").waitsFor()).isEqualTo("try 2 of 4: connection reset");
            site.until("a", ProviderState.TERMINATED);
            site.calm();
            assertThat(site.stats("a").row().cause()).isEqualTo("FAILED");
            assertThat(site.stats("a").row().detail())
                    .isEqualTo("gave up after 3 retries: connection reset");
            assertThat(site.told("a")).endsWith(Event.Type.PROVIDER_FAILED);
            assertThat(site.numbers("a")).hasSize(50);
            site.tell(Order.Verb.RETRY, "a");
            site.until("a", ProviderState.ACQUIRING);
            site.until("a", ProviderState.TERMINATED);
            assertThat(site.numbers("a")).hasSize(100);
        }
    }

    @Test
    void whatNoRetryHelpsIsNotTriedAgain() throws Exception {
        troubles.add(new SourceException(Trouble.AUTH, "401: the key is wrong"));
        try (Site site = Site.of(directory, troubled())) {
            site.start("a");
            site.until("a", ProviderState.TERMINATED);
            site.calm();
            assertThat(site.stats("a").row().detail()).isEqualTo("401: the key is wrong");
            assertThat(troubles).isEmpty();
        }
    }

    @Test
    void noMoreRequestsAreMadeThanTheRateAllowsAlsoAcrossARestart() throws Exception {
        List<Instant> requests = new ArrayList<>();
        List<Site> here = new ArrayList<>();
        Numbers limited =
                new Numbers(
                                ProviderConfig.of("a", "numbers")
                                        .batches(10)
                                        .pace(Pace.UNLIMITED.requests(5, Duration.ofSeconds(30))),
                                200)
                        .before((_, opening) -> {
                            opening.gate().pass();
                            requests.add(here.getFirst().sim().host().now());
                        });
        try (Site site = Site.of(directory, limited)) {
            here.add(site);
            site.start("a");
            site.until("a", ProviderState.WAITING_BACKOFF);
            site.calm();
            assertThat(site.stats("a").waitsFor())
                    .startsWith("its 5 requests in PT30S are used up until");
            assertThat(requests).hasSize(5);
            site.restart();
            site.until("a", ProviderState.TERMINATED);
            assertThat(site.numbers("a")).hasSize(200);
            assertThat(requests).hasSizeGreaterThan(10);
            for (int i = 5; i < requests.size(); i++) {
                assertThat(Duration.between(requests.get(i - 5), requests.get(i)))
                        .isGreaterThanOrEqualTo(Duration.ofSeconds(30));
            }
        }
    }

    @Test
    void aSourceThatFailsTooOftenIsGivenARest() throws Exception {
        ProviderConfig patient =
                ProviderConfig.of("a", "numbers").batches(10).retries(10, Duration.ofSeconds(1));
        Numbers down =
                new Numbers(patient, 100)
                        .before((_, opening) -> {
                            opening.gate().pass();
                            if (!troubles.isEmpty()) throw troubles.removeFirst();
                            opening.gate().succeeded();
                        });
        for (int i = 0; i < 5; i++) troubles.add(Numbers.failing("down"));
        try (Site site = Site.of(directory, down)) {
            site.start("a");
            site.until("a", ProviderState.WAITING_BACKOFF);
            site.calm();
            assertThat(site.stats("a").waitsFor())
                    .startsWith("it failed too often in a row and is given a rest until");
            site.until("a", ProviderState.TERMINATED);
            assertThat(site.numbers("a")).hasSize(100);
        }
    }

    @Test
    void whatCannotBeUsedIsPutAsideAndTheOthersGoOn() throws Exception {
        try (Site site = Site.of(directory, Numbers.of("a", 300).poison(100))) {
            site.start("a");
            site.until("a", ProviderState.TERMINATED);
            site.calm();
            assertThat(site.numbers("a")).hasSize(297);
            assertThat(site.stats("a").row().counts().errors()).isEqualTo(3);
            assertThat(site.board().quarantine("a", 10))
                    .extracting(Board.Quarantined::payload)
                    .containsExactly("100", "200", "300");
            assertThat(site.board().checkpoints("a", true, 10))
                    .extracting(Board.Checkpoint::urn)
                    .containsExactlyInAnyOrder("n:100", "n:200", "n:300");
            assertThat(site.refused(Order.of(Order.Verb.REPLAY, 1, "tester")))
                    .contains("number 1 still cannot be used");
            assertThat(site.refused(Order.of(Order.Verb.REPLAY, 9, "tester")))
                    .contains("nothing was put aside under the number 9");
            assertThat(site.board().quarantine("a", 1).getFirst().attempts()).isEqualTo(2);
        }
    }

    @Test
    void tooManyBadItemsPauseIt() throws Exception {
        try (Site site = Site.of(directory, Numbers.of("a", 300).poison(5))) {
            site.start("a");
            site.until("a", ProviderState.PAUSED);
            site.calm();
            assertThat(site.stats("a").waitsFor())
                    .isEqualTo("paused: 4 of the latest 20 items failed (20 %), allowed are 10 %");
            assertThat(site.told("a")).endsWith(Event.Type.PROVIDER_PAUSED);
        }
    }

    /// A batch that could not be written is read again: what follows it does not take its place.
    @Test
    void aBatchThatCannotBeWrittenIsNotPassedOver() throws Exception {
        Numbers numbers = Numbers.of("a", 300).refusing(55).refusing(145);
        try (Site site = Site.of(directory, numbers)) {
            site.start("a");
            site.until("a", ProviderState.TERMINATED);
            site.calm();
            assertThat(site.numbers("a")).hasSize(300);
            assertThat(site.stats("a").row().counts().processed()).isEqualTo(300);
            assertThat(numbers.readersMost()).isEqualTo(1);
        }
    }
}
