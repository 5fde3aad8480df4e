package dev.pawl.benchmarks.feeds;

import dev.pawl.benchmarks.frame.Result;
import dev.pawl.benchmarks.frame.Row;
import dev.pawl.benchmarks.frame.Workplace;
import dev.pawl.orchestrator.broker.Allocation;
import dev.pawl.orchestrator.broker.Claim;
import dev.pawl.orchestrator.broker.Patience;
import dev.pawl.orchestrator.broker.Plan;
import dev.pawl.orchestrator.broker.Terms;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Decisions of the broker: one permit comes back, and is given to somebody.
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
    public Result measure(Workplace at) {
        int times = at.scale().of(2_000_000, 500_000, 1_000);
        var _ = round(times / 4);
        double rate = round(times);
        String what =
                "a permit comes back and is given out anew, among %d claims".formatted(CLAIMS);
        return new Result(
                name(), what, rate, "/s", BAR, rate >= RATE_MIN, Map.of("decisions", times));
    }

    private static double round(int times) {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        Patience patience = Patience.ofDefaults();
        List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < CLAIMS; i++) {
            claims.add(Claim.of("p" + i, new Terms(i % 3, 1 + i % 2, 1, 4), 4, now));
        }
        grant(claims, Allocation.plan(CAPACITY, claims, now, patience), now);
        long begin = System.nanoTime();
        long granted = 0;
        for (int i = 0; i < times; i++) {
            int at = i % CLAIMS;
            Claim claim = claims.get(at);
            if (claim.held() > 0) claims.set(at, claim.returned(1, now));
            granted += grant(claims, Allocation.plan(CAPACITY, claims, now, patience), now);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        return granted / seconds;
    }

    private static long grant(List<Claim> claims, Plan plan, Instant now) {
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
