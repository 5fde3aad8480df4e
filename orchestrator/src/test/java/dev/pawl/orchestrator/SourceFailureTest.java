package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Why;
import dev.pawl.limiter.budget.BudgetStatus;
import dev.pawl.machine.RetryAfterHeader;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.limit.FailureKind;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.orchestrator.provider.SourceLimits;
import dev.pawl.run.RunId;
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

/// Sources that throttle, fail, or return bad records.
@Timeout(120)
final class SourceFailureTest {
    @TempDir private Path directory;
    private final List<SourceException> failures = new ArrayList<>();

    private Numbers failing() {
        return Numbers.of("a", 100)
                .before((from, opening) -> {
                    opening.gate().pass();
                    if (from == 50 && !failures.isEmpty()) throw failures.removeFirst();
                    opening.gate().succeeded();
                });
    }

    @Test
    void backsOffAsLongAsTheSourceSays() throws Exception {
        try (SimOrchestration orchestration = SimOrchestration.of(directory, failing())) {
            Instant until = orchestration.sim().host().now().plus(Duration.ofHours(3));
            failures.add(SourceException.throttled("429 Too Many Requests", until));
            orchestration.start("a");
            orchestration.until("a", ProviderState.WAITING_BACKOFF);
            orchestration.settle();
            assertThat(orchestration.stats("a").wakesAt()).isEqualTo(until);
            assertThat(orchestration.stats("a").waitsFor()).isEqualTo("429 Too Many Requests");
            assertThat(orchestration.view().pool().held()).isEmpty();
            orchestration.sim().pass(Duration.ofHours(2));
            assertThat(orchestration.state("a")).isEqualTo(ProviderState.WAITING_BACKOFF);
            assertThat(orchestration.numbers("a")).hasSize(50);
            orchestration.until("a", ProviderState.TERMINATED);
            assertThat(orchestration.sim().host().now()).isAfterOrEqualTo(until);
            assertThat(orchestration.numbers("a")).hasSize(100);
            orchestration.settle();
            assertThat(orchestration.eventTypes("a"))
                    .containsExactly(
                            ProviderEvent.Type.PROVIDER_STARTED,
                            ProviderEvent.Type.QUOTA_GRANTED,
                            ProviderEvent.Type.RATE_LIMITED,
                            ProviderEvent.Type.QUOTA_GRANTED,
                            ProviderEvent.Type.PROVIDER_COMPLETED);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1970-01-01T00:00:00Z",
                "2999-01-01T00:00:00Z",
                "+1000000000-12-31T23:59:59Z"
            })
    void neverBacksOffForLongerThanTheBound(Instant asked) throws Exception {
        try (SimOrchestration orchestration = SimOrchestration.of(directory, failing())) {
            Instant startedAt = orchestration.sim().host().now();
            failures.add(SourceException.throttled("busy", asked));
            orchestration.start("a");
            orchestration.until("a", ProviderState.WAITING_BACKOFF);
            assertThat(orchestration.stats("a").wakesAt())
                    .isBetween(
                            startedAt,
                            orchestration.sim().host().now().plus(RetryAfterHeader.WAIT_MAX));
            if (asked.isAfter(startedAt)) {
                orchestration.sim().host().clockJump(RetryAfterHeader.WAIT_MAX.minusMinutes(10));
                orchestration.sim().pass(Duration.ofMinutes(5));
                assertThat(orchestration.state("a")).isEqualTo(ProviderState.WAITING_BACKOFF);
            }
            orchestration.until("a", ProviderState.TERMINATED);
            assertThat(orchestration.sim().host().now())
                    .isBefore(startedAt.plus(RetryAfterHeader.WAIT_MAX).plusSeconds(60));
            assertThat(orchestration.numbers("a")).hasSize(100);
        }
    }

    @Test
    void theEndOfABackOffSurvivesARestart() throws Exception {
        try (SimOrchestration orchestration = SimOrchestration.of(directory, failing())) {
            Instant until = orchestration.sim().host().now().plus(Duration.ofHours(3));
            failures.add(SourceException.throttled("busy", until));
            orchestration.start("a");
            orchestration.until("a", ProviderState.WAITING_BACKOFF);
            orchestration.restart();
            assertThat(orchestration.state("a")).isEqualTo(ProviderState.WAITING_BACKOFF);
            assertThat(orchestration.stats("a").wakesAt()).isEqualTo(until);
            orchestration.until("a", ProviderState.TERMINATED);
            assertThat(orchestration.sim().host().now()).isAfterOrEqualTo(until);
            assertThat(orchestration.numbers("a")).hasSize(100);
        }
    }

    /// V3: a provider that fails ends too, with its cause.
    @Test
    void retriesThreeTimesAndThenGivesUp() throws Exception {
        for (int i = 0; i < 4; i++) failures.add(Numbers.failing("connection reset"));
        try (SimOrchestration orchestration = SimOrchestration.of(directory, failing())) {
            orchestration.start("a");
            orchestration.sim().pass(Duration.ofSeconds(2));
            assertThat(orchestration.stats("a").waitsFor())
                    .isEqualTo("try 2 of 4: connection reset");
            orchestration.until("a", ProviderState.TERMINATED);
            orchestration.settle();
            assertThat(orchestration.stats("a").row().cause()).isEqualTo("FAILED");
            assertThat(orchestration.stats("a").row().detail())
                    .isEqualTo("gave up after 3 retries: connection reset");
            assertThat(orchestration.eventTypes("a")).endsWith(ProviderEvent.Type.PROVIDER_FAILED);
            assertThat(orchestration.numbers("a")).hasSize(50);
            orchestration.give(Order.Verb.RETRY, "a");
            orchestration.sim().until(() -> orchestration.numbers("a").size() == 100);
            orchestration.until("a", ProviderState.TERMINATED);
        }
    }

    @Test
    void doesNotRetryPermanentFailures() throws Exception {
        failures.add(new SourceException(FailureKind.AUTH, "401: the key is wrong"));
        try (SimOrchestration orchestration = SimOrchestration.of(directory, failing())) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.TERMINATED);
            orchestration.settle();
            assertThat(orchestration.stats("a").row().detail()).isEqualTo("401: the key is wrong");
            assertThat(failures).isEmpty();
        }
    }

    @Test
    void keepsTheRateAlsoAcrossARestart() throws Exception {
        List<Instant> requests = new ArrayList<>();
        List<SimOrchestration> here = new ArrayList<>();
        Numbers limited =
                new Numbers(
                                ProviderConfig.of("a", "numbers")
                                        .batches(10)
                                        .limits(
                                                SourceLimits.UNLIMITED.requests(
                                                        5, Duration.ofSeconds(30))),
                                200)
                        .before((_, opening) -> {
                            opening.gate().pass();
                            requests.add(here.getFirst().sim().host().now());
                        });
        try (SimOrchestration orchestration = SimOrchestration.of(directory, limited)) {
            here.add(orchestration);
            orchestration.start("a");
            orchestration.until("a", ProviderState.WAITING_BACKOFF);
            orchestration.settle();
            assertThat(orchestration.stats("a").waitsFor())
                    .startsWith("all 5 requests in PT30S are used up; the next one is allowed at ");
            assertThat(requests).hasSize(5);
            orchestration.restart();
            orchestration.until("a", ProviderState.TERMINATED);
            assertThat(orchestration.numbers("a")).hasSize(200);
            assertThat(requests).hasSizeGreaterThan(10);
            for (int i = 5; i < requests.size(); i++) {
                assertThat(Duration.between(requests.get(i - 5), requests.get(i)))
                        .isGreaterThanOrEqualTo(Duration.ofSeconds(30));
            }
        }
    }

    /// The budget belongs to the server, not to the process: what it asked for survives.
    @Test
    void aServerThatThrottlesSlowsTheBudgetDown() throws Exception {
        SourceLimits ten = SourceLimits.UNLIMITED.requests(10, Duration.ofSeconds(30));
        Numbers limited =
                new Numbers(ProviderConfig.of("a", "numbers").batches(10).limits(ten), 300)
                        .before((from, opening) -> {
                            opening.gate().pass();
                            if (from == 50 && !failures.isEmpty()) throw failures.removeFirst();
                            opening.gate().succeeded();
                        });
        try (SimOrchestration orchestration = SimOrchestration.of(directory, limited)) {
            Instant until = orchestration.sim().host().now().plus(Duration.ofHours(3));
            failures.add(SourceException.throttled("429 Too Many Requests", until));
            orchestration.start("a");
            orchestration.until("a", ProviderState.WAITING_BACKOFF);
            orchestration.restart();
            BudgetStatus status = orchestration.budget();
            assertThat(status.settings().name()).isEqualTo("provider/a");
            assertThat(status.pace().allowed()).isEqualTo(5);
            assertThat(status.pace().pausedUntil()).isEqualTo(until);
            assertThat(status.pace().reason()).isEqualTo("429 Too Many Requests");
            orchestration.until("a", ProviderState.TERMINATED);
            assertThat(orchestration.sim().host().now()).isAfterOrEqualTo(until);
            assertThat(orchestration.numbers("a")).hasSize(300);
            assertThat(orchestration.budget().pace().allowed()).isGreaterThan(5);
        }
    }

    /// Using up its own rate is no reason to slow down.
    @Test
    void aBudgetThatIsUsedUpKeepsItsPace() throws Exception {
        SourceLimits two = SourceLimits.UNLIMITED.requests(2, Duration.ofSeconds(30));
        Numbers limited =
                new Numbers(ProviderConfig.of("a", "numbers").batches(10).limits(two), 60)
                        .before((_, opening) -> opening.gate().pass());
        try (SimOrchestration orchestration = SimOrchestration.of(directory, limited)) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.WAITING_BACKOFF);
            orchestration.settle();
            BudgetStatus status = orchestration.budget();
            assertThat(status.pace().allowed()).isEqualTo(2);
            assertThat(status.waiters()).hasSize(1);
            RunId run = orchestration.last("a");
            assertThat(orchestration.sim().engine().why(run).causes())
                    .extracting(Why.Cause::text)
                    .contains(
                            "budget 'provider/a' of 2 requests in PT30S is used up until "
                                    + status.waiters().getFirst().until());
            orchestration.until("a", ProviderState.TERMINATED);
        }
    }

    @Test
    void makesNoRequestsAfterTooManyFailuresInARow() throws Exception {
        ProviderConfig patient =
                ProviderConfig.of("a", "numbers").batches(10).retries(10, Duration.ofSeconds(1));
        Numbers down =
                new Numbers(patient, 100)
                        .before((_, opening) -> {
                            opening.gate().pass();
                            if (!failures.isEmpty()) throw failures.removeFirst();
                            opening.gate().succeeded();
                        });
        for (int i = 0; i < 5; i++) failures.add(Numbers.failing("down"));
        try (SimOrchestration orchestration = SimOrchestration.of(directory, down)) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.WAITING_BACKOFF);
            orchestration.settle();
            assertThat(orchestration.stats("a").waitsFor())
                    .startsWith("the source failed too often in a row; no requests until ");
            orchestration.until("a", ProviderState.TERMINATED);
            assertThat(orchestration.numbers("a")).hasSize(100);
        }
    }

    @Test
    void quarantinesBadRecordsAndProcessesTheOthers() throws Exception {
        try (SimOrchestration orchestration =
                SimOrchestration.of(directory, Numbers.of("a", 300).poison(100))) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.TERMINATED);
            orchestration.settle();
            assertThat(orchestration.numbers("a")).hasSize(297);
            assertThat(orchestration.stats("a").row().counts().errors()).isEqualTo(3);
            assertThat(orchestration.view().quarantine("a", 10))
                    .extracting(OrchestrationView.Quarantined::payload)
                    .containsExactly("100", "200", "300");
            assertThat(orchestration.view().checkpoints("a", true, 10))
                    .extracting(OrchestrationView.Checkpoint::urn)
                    .containsExactlyInAnyOrder("n:100", "n:200", "n:300");
            assertThat(orchestration.refused(Order.replay(1).by("tester")))
                    .contains("record 1 still cannot be used");
            assertThat(orchestration.refused(Order.replay(9).by("tester")))
                    .contains("expected the number of a quarantined record, found 9");
            assertThat(orchestration.view().quarantine("a", 1).getFirst().attempts()).isEqualTo(2);
        }
    }

    @Test
    void tooManyBadItemsPauseTheProvider() throws Exception {
        try (SimOrchestration orchestration =
                SimOrchestration.of(directory, Numbers.of("a", 300).poison(5))) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.PAUSED);
            orchestration.settle();
            assertThat(orchestration.stats("a").waitsFor())
                    .isEqualTo("paused: 4 of the latest 20 items failed (20 %, allowed: 10 %)");
            assertThat(orchestration.eventTypes("a")).endsWith(ProviderEvent.Type.PROVIDER_PAUSED);
        }
    }

    /// A batch that could not be written is read again; the next one does not replace it.
    @Test
    void aBatchThatCannotBeWrittenIsNotSkipped() throws Exception {
        Numbers numbers = Numbers.of("a", 300).refusing(55).refusing(145);
        try (SimOrchestration orchestration = SimOrchestration.of(directory, numbers)) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.TERMINATED);
            orchestration.settle();
            assertThat(orchestration.numbers("a")).hasSize(300);
            assertThat(orchestration.stats("a").row().counts().processed()).isEqualTo(300);
            assertThat(numbers.readersMost()).isEqualTo(1);
        }
    }
}
