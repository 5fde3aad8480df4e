package dev.pawl.limiter.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.limiter.budget.BudgetState.Use;
import dev.pawl.limiter.budget.Grants.Demand;
import dev.pawl.limiter.budget.NodeReport.Refusal;
import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.RetryAfterHeader;
import dev.pawl.run.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What may be granted, as a table.
final class GrantsTest {
    private static final Instant NOW = Instant.parse("2025-01-01T00:00:00Z");
    private static final Duration WINDOW = Duration.ofSeconds(30);
    private static final BudgetSettings FIVE = BudgetSettings.of("nvd", 5, WINDOW);

    private BudgetState state = BudgetState.unused(FIVE);

    @Test
    void grantsAsManyAsAreFreeAndGivesTheOthersATime() {
        assertThat(ask("a", NOW, "1", "2", "3")).containsExactly("now", "now", "now");
        assertThat(ask("b", NOW, "4", "5", "6")).containsExactly("now", "now", "+33");
        assertThat(state.counted()).isEqualTo(5);
        assertThat(state.waiters()).extracting(BudgetState.Waiter::who).containsExactly("6");
    }

    /// A node that never reports may have used its requests until its lease ended.
    @Test
    void countsAReservationUntilAWindowAfterItsEnd() {
        ask("a", NOW, "1", "2", "3", "4", "5");
        assertThat(ask("b", NOW.plusSeconds(32), "6")).containsExactly("+33");
        assertThat(ask("b", NOW.plusSeconds(33), "6")).containsExactly("now");
    }

    @Test
    void countsWhatWasUsedFromTheTimeOfItsUse() {
        ask("a", NOW, 5, "1");
        report("a", NOW.plusSeconds(1), new Use(1, NOW), new Use(1, NOW.plusSeconds(1)));
        assertThat(state.counted()).isEqualTo(2);
        assertThat(state.at(NOW.plusSeconds(30), FIVE).counted()).isEqualTo(1);
        assertThat(state.at(NOW.plusSeconds(31), FIVE).counted()).isZero();
    }

    @Test
    void returnsWhatWasReservedAndNotUsed() {
        ask("a", NOW, 5, "1");
        assertThat(ask("b", NOW, "2")).containsExactly("+33");
        report("a", NOW.plusSeconds(3), new Use(1, NOW));
        assertThat(ask("b", NOW.plusSeconds(3), "2")).containsExactly("now");
    }

    @Test
    void reservesInAdvanceOnlyWhatNoCallerWaitsFor() {
        ask("a", NOW, 4, "1");
        assertThat(state.shares().getFirst().requests()).isEqualTo(4);
        assertThat(ask("b", NOW, "2", "3")).containsExactly("now", "+33");
        report("a", NOW.plusSeconds(1), new Use(1, NOW));
        ask("a", NOW.plusSeconds(1), 5, "4");
        assertThat(state.counted()).isEqualTo(1 + 1 + 1 + 1);
    }

    @Test
    void servesCallersInTheOrderInWhichTheyCame() {
        ask("a", NOW, "1", "2", "3", "4", "5");
        assertThat(ask("a", NOW.plusSeconds(1), "first")).containsExactly("+33");
        assertThat(ask("b", NOW.plusSeconds(2), "second")).containsExactly("+33");
        report("a", NOW.plusSeconds(2), new Use(1, NOW), new Use(4, NOW.plusSeconds(2)));
        Instant one = NOW.plusSeconds(30);
        assertThat(ask("b", one, "second")).containsExactly("+32");
        assertThat(ask("a", one, "first")).containsExactly("now");
    }

    /// A caller that does not come back must not hold up the others for long.
    @Test
    void dropsCallersThatDoNotAskAgain() {
        ask("a", NOW, "1", "2", "3", "4", "5");
        ask("a", NOW, "gone");
        report("a", NOW, new Use(5, NOW));
        ask("b", NOW.plusSeconds(30), "1", "2", "3", "4");
        assertThat(ask("b", NOW.plusSeconds(30), "5")).containsExactly("+63");
        assertThat(state.at(NOW.plusSeconds(36), FIVE).waiters())
                .extracting(BudgetState.Waiter::who)
                .containsExactly("5");
    }

    @Test
    void boundsRequestsInFlightAcrossNodes() {
        BudgetSettings two = FIVE.inFlight(2, Duration.ofSeconds(20));
        state = BudgetState.unused(two);
        assertThat(ask("a", NOW, "1")).containsExactly("now");
        assertThat(ask("b", NOW, "2", "3")).containsExactly("now", "+3");
        // Node a has ended its request, node b has not.
        report("a", NOW.plusSeconds(1), new Use(1, NOW));
        assertThat(decide(report("b", 1, new Use(1, NOW)), NOW.plusSeconds(1), 1, "3"))
                .containsExactly("now");
        assertThat(state.freeSlots()).isZero();
        // A node that crashed holds its slots as long as a request can take.
        assertThat(state.at(NOW.plusSeconds(1 + 3 + 19), two).freeSlots()).isZero();
        assertThat(state.at(NOW.plusSeconds(1 + 3 + 20), two).freeSlots()).isEqualTo(2);
    }

    @Test
    void stopsAndSlowsDownWhenTheServerThrottles() {
        ask("a", NOW, "1");
        throttle(NOW.plusSeconds(1), "429", NOW);
        assertThat(state.pace().allowed()).isEqualTo(2);
        assertThat(ask("b", NOW.plusSeconds(2), "2")).containsExactly("+101");
        assertThat(ask("b", NOW.plusSeconds(101), "2", "3", "4"))
                .containsExactly("now", "now", "+131");
    }

    /// Thirty concurrent requests that are throttled are one reason to slow down, not thirty.
    @Test
    void slowsDownOnceForConcurrentRequests() {
        for (int i = 0; i < 30; i++) throttle(NOW.plusSeconds(1), "429", NOW);
        assertThat(state.pace().allowed()).isEqualTo(2);
        throttle(NOW.plusSeconds(5), "503", NOW.plusSeconds(2));
        assertThat(state.pace().allowed()).isEqualTo(1);
        throttle(NOW.plusSeconds(9), "503", NOW.plusSeconds(6));
        assertThat(state.pace().allowed()).isEqualTo(1);
    }

    @Test
    void recoversStepByStepAfterSuccess() {
        throttle(NOW, "429", NOW);
        succeed(NOW.plusSeconds(29));
        assertThat(state.pace().allowed()).isEqualTo(2);
        for (int i = 1; i <= 5; i++) {
            succeed(NOW.plusSeconds(30L * i));
            succeed(NOW.plusSeconds(30L * i + 1));
            assertThat(state.pace().allowed()).isEqualTo(Math.min(5, 2 + i));
        }
    }

    @Test
    void neverPausesForLongerThanTheBound() {
        state =
                state.after(
                        new NodeReport(
                                "a",
                                List.of(),
                                0,
                                0,
                                List.of(
                                        new Refusal(
                                                new Throttling(Duration.ofDays(9999), "x"), NOW))),
                        NOW);
        assertThat(state.pace().pausedUntil()).isEqualTo(NOW.plus(RetryAfterHeader.WAIT_MAX));
        Instant past = NOW.minus(Duration.ofDays(400));
        assertThat(state.at(past, FIVE).pace().pausedUntil())
                .isEqualTo(past.plus(RetryAfterHeader.WAIT_MAX));
    }

    @Test
    void aClockThatWentBackCausesNoLongWait() {
        ask("a", NOW, "1", "2", "3", "4");
        report("a", NOW, new Use(4, NOW));
        ask("a", NOW, "5");
        ask("a", NOW, "6");
        Instant past = NOW.minus(Duration.ofDays(400));
        assertThat(ask("b", past, "7")).doesNotContain("now");
        Instant longest = past.plus(WINDOW).plus(Grants.LEASE_MAX);
        assertThat(state.waiters()).hasSize(2).allMatch(each -> !each.until().isAfter(longest));
    }

    @Test
    void settingsThatChangeApplyToWhatWasUsed() {
        ask("a", NOW, "1", "2", "3", "4", "5");
        BudgetSettings more = BudgetSettings.of("nvd", 7, WINDOW);
        assertThat(state.at(NOW, more).free()).isEqualTo(2);
        BudgetSettings fewer = BudgetSettings.of("nvd", 2, WINDOW);
        assertThat(state.at(NOW, fewer).free()).isEqualTo(-3);
        throttle(NOW, "429", NOW);
        assertThat(state.at(NOW, more).pace().allowed()).isEqualTo(2);
    }

    @Test
    void keepsAFewTimesHoweverManyRequestsThereAre() {
        BudgetSettings many = BudgetSettings.of("many", 100_000, WINDOW);
        state = BudgetState.unused(many);
        for (int i = 0; i < 1_000; i++) report("a", NOW, new Use(7, NOW.plusMillis(i)));
        BudgetState later = state.at(NOW.plusSeconds(2), many);
        assertThat(later.uses()).hasSizeLessThanOrEqualTo(BudgetState.USES_MAX);
        assertThat(later.counted()).isEqualTo(7_000);
    }

    @Test
    void isTheSameAfterBeingStored() {
        ask("a", NOW.plusNanos(123_456_789), "1", "2", "3", "4", "5");
        ask("b", NOW.plusSeconds(1), "6");
        throttle(NOW.plusSeconds(2), "429", NOW);
        String written = JsonCodec.JSON.encode(state).text();
        assertThat(JsonCodec.JSON.decode(Payload.of(written), BudgetState.class)).isEqualTo(state);
    }

    @Test
    void refusesImpossibleSettings() {
        assertThatThrownBy(() -> BudgetSettings.of("", 1, WINDOW)).hasMessageContaining("''");
        assertThatThrownBy(() -> BudgetSettings.of("A b", 1, WINDOW)).hasMessageContaining("'A b'");
        assertThatThrownBy(() -> BudgetSettings.of("a".repeat(81), 1, WINDOW))
                .hasMessageContaining("1 to 80");
        assertThatThrownBy(() -> BudgetSettings.of("a", 0, WINDOW))
                .hasMessageContaining("1 request or more, found 0");
        assertThatThrownBy(() -> BudgetSettings.of("a", 1, Duration.ZERO))
                .hasMessageContaining("window from 1 ms to 31 days, found PT0S");
        assertThatThrownBy(() -> BudgetSettings.of("a", 1, Duration.ofDays(32)))
                .hasMessageContaining("found PT768H");
        assertThatThrownBy(() -> FIVE.inFlight(-1, WINDOW)).hasMessageContaining("found -1");
        assertThatThrownBy(() -> FIVE.inFlight(1, Duration.ZERO))
                .hasMessageContaining("request time");
    }

    @Test
    void readsBothFormsOfRetryAfter() {
        assertThat(Throttling.of(429, "120", "nvd", NOW))
                .contains(new Throttling(Duration.ofMinutes(2), "429 from nvd"));
        assertThat(Throttling.of(503, "Wed, 01 Jan 2025 00:01:00 GMT", "nvd", NOW))
                .contains(new Throttling(Duration.ofMinutes(1), "503 from nvd"));
        assertThat(Throttling.of(429, "99999999999999999999", "nvd", NOW).orElseThrow().delay())
                .isEqualTo(RetryAfterHeader.WAIT_MAX);
        assertThat(Throttling.of(429, null, "nvd", NOW).orElseThrow().delay())
                .isEqualTo(Throttling.DELAY);
        assertThat(Throttling.of(429, "soon", "nvd", NOW).orElseThrow().delay())
                .isEqualTo(Throttling.DELAY);
        assertThat(Throttling.of(500, "120", "nvd", NOW)).isEmpty();
    }

    @Test
    void explainsItself() {
        ask("a", NOW, "1", "2", "3", "4", "5");
        ask("b", NOW, "provider/cve");
        throttle(NOW.plusSeconds(1), "429 from nvd", NOW);
        assertThat(BudgetStatus.of(state, NOW.plusSeconds(2)).lines())
                .containsExactly(
                        "budget nvd: 0 of 5 requests in PT30S left",
                        "paused until 2025-01-01T00:01:41Z: 429 from nvd",
                        "slowed down to 2 requests since 2025-01-01T00:00:01Z: 429 from nvd",
                        "node a has reserved 5 requests until 2025-01-01T00:00:03Z, and 0"
                                + " concurrent ones",
                        "provider/cve waits since 2025-01-01T00:00:00Z until"
                                + " 2025-01-01T00:00:33Z");
    }

    private List<String> ask(String node, Instant now, String... askers) {
        return ask(node, now, 0, askers);
    }

    /// Asks as a node that has done nothing since its last report; a different name for each call
    /// keeps its reservations.
    private List<String> ask(String node, Instant now, int batch, String... askers) {
        boolean known = state.shares().stream().anyMatch(each -> each.node().equals(node));
        String name = known ? node + state.shares().size() : node;
        return decide(report(name, 0), now, batch, askers);
    }

    private List<String> decide(NodeReport report, Instant now, int batch, String... askers) {
        BudgetState before = state.at(now, state.settings());
        Demand demand = new Demand(List.of(askers), batch, state.settings().leaseTime());
        Grants.Decision decision = Grants.decide(before, report, demand, now);
        state = decision.state();
        return decision.answers().stream()
                .map(Grants.Answer::until)
                .map(until ->
                        until == null ? "now" : "+" + Duration.between(NOW, until).toSeconds())
                .toList();
    }

    private void report(String node, Instant now, Use... uses) {
        decide(report(node, 0, uses), now, 0);
    }

    private static NodeReport report(String node, int inFlight, Use... uses) {
        return new NodeReport(node, List.of(uses), inFlight, 0, List.of());
    }

    private void throttle(Instant now, String why, Instant made) {
        Refusal refusal = new Refusal(new Throttling(Duration.ofSeconds(100), why), made);
        decide(new NodeReport("t", List.of(), 0, 0, List.of(refusal)), now, 0);
    }

    private void succeed(Instant now) {
        decide(new NodeReport("t", List.of(), 0, 1, List.of()), now, 0);
    }
}
