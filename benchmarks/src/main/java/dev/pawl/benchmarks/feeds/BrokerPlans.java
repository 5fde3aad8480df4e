package dev.pawl.benchmarks.feeds;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.orchestrator.broker.Allocation;
import dev.pawl.orchestrator.broker.PermitClaim;
import dev.pawl.orchestrator.broker.PermitPlan;
import dev.pawl.orchestrator.broker.PermitTerms;
import dev.pawl.orchestrator.broker.PreemptionDelays;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Decisions of the permit broker: one permit is released and granted again.
final class BrokerPlans implements Row {
    private static final int CLAIMS = 7;
    private static final int CAPACITY = 10;
    private static final double RATE_MIN = 100_000;
    private static final String BAR = "100,000 grants and releases per second";

    @Override
    public String name() {
        return "broker-plans";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) {
        int times = at.scale().of(2_000_000, 500_000, 1_000);
        var _ = round(times / 4);
        double rate = round(times);
        String what = "a permit is released and granted again, among %d claims".formatted(CLAIMS);
        return new Result(
                name(), what, rate, "/s", BAR, rate >= RATE_MIN, Map.of("decisions", times));
    }

    private static double round(int times) {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        PreemptionDelays patience = PreemptionDelays.ofDefaults();
        List<PermitClaim> claims = new ArrayList<>();
        for (int i = 0; i < CLAIMS; i++) {
            claims.add(PermitClaim.of("p" + i, new PermitTerms(i % 3, 1 + i % 2, 1, 4), 4, now));
        }
        grant(claims, Allocation.plan(CAPACITY, claims, now, patience), now);
        long startedAt = System.nanoTime();
        long granted = 0;
        for (int i = 0; i < times; i++) {
            int at = i % CLAIMS;
            PermitClaim claim = claims.get(at);
            if (claim.held() > 0) claims.set(at, claim.returned(1, now));
            granted += grant(claims, Allocation.plan(CAPACITY, claims, now, patience), now);
        }
        double seconds = (System.nanoTime() - startedAt) / 1e9;
        return granted / seconds;
    }

    private static long grant(List<PermitClaim> claims, PermitPlan plan, Instant now) {
        long granted = 0;
        for (int i = 0; i < claims.size(); i++) {
            int count = plan.grants().getOrDefault(claims.get(i).holder(), 0);
            if (count == 0) continue;
            claims.set(i, claims.get(i).granted(count, now));
            granted += count;
        }
        return granted;
    }
}
