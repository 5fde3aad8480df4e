package dev.pawl.orchestrator.broker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The rules that every plan keeps; returns those that are broken.
final class AllocationRules {
    private final SimClaims market;
    private final PermitPlan plan;
    private final List<String> faults = new ArrayList<>();

    private AllocationRules(SimClaims market, PermitPlan plan) {
        this.market = market;
        this.plan = plan;
    }

    static List<String> broken(SimClaims market, PermitPlan plan) {
        var rules = new AllocationRules(market, plan);
        rules.capacityHolds();
        rules.noClaimGetsTooMuch();
        rules.nothingUsefulIsLeftOver();
        rules.minimumsComeFirst();
        rules.permitsAreAskedBackForAReason();
        rules.noClaimLosesItsLastPermitWhileThereIsOneForEach();
        return rules.faults;
    }

    private void capacityHolds() {
        int out = market.claims().stream().mapToInt(PermitClaim::held).sum();
        int granted = sum(plan.grants());
        require(granted == 0 || out + granted <= market.capacity, "more out than the capacity");
        int staying = market.claims().stream().mapToInt(PermitClaim::staying).sum();
        require(
                staying - sum(plan.revocations()) <= market.capacity,
                "more stays than the capacity");
    }

    private void noClaimGetsTooMuch() {
        for (PermitClaim claim : market.claims()) {
            int granted = granted(claim);
            int revoked = revoked(claim);
            require(granted == 0 || revoked == 0, "gets and loses", claim);
            require(granted == 0 || claim.held() + granted <= claim.need(), "has much", claim);
            require(revoked <= claim.staying(), "loses one permit twice", claim);
            require(claim.staying() - revoked <= claim.need(), "keeps too much", claim);
        }
    }

    private void nothingUsefulIsLeftOver() {
        int out = market.claims().stream().mapToInt(PermitClaim::held).sum();
        if (out + sum(plan.grants()) >= market.capacity) return;
        for (PermitClaim claim : market.claims()) {
            require(claim.held() + granted(claim) >= claim.need(), "is left waiting", claim);
        }
    }

    private void minimumsComeFirst() {
        boolean unmet =
                market.claims().stream()
                        .anyMatch(claim -> claim.staying() + granted(claim) < minimum(claim));
        if (!unmet) return;
        for (PermitClaim claim : market.claims()) {
            int most = Math.max(1, minimum(claim));
            require(
                    granted(claim) == 0 || claim.staying() + granted(claim) <= most,
                    "gets more while another is below its minimum",
                    claim);
        }
    }

    private static int minimum(PermitClaim claim) {
        return Math.min(claim.terms().min(), claim.need() - claim.returning());
    }

    private void permitsAreAskedBackForAReason() {
        int staying = market.claims().stream().mapToInt(PermitClaim::staying).sum();
        boolean needed = staying > market.capacity;
        for (PermitClaim claim : market.claims()) {
            boolean worn = market.delays.isWaitOver(claim.since(), market.now);
            needed |= claim.staying() > claim.need() || (worn && claim.staying() < claim.need());
        }
        require(needed || plan.revocations().isEmpty(), "permits are revoked for nothing");
    }

    private void noClaimLosesItsLastPermitWhileThereIsOneForEach() {
        long wanting = market.claims().stream().filter(claim -> claim.need() > 0).count();
        if (market.capacity < wanting) return;
        for (PermitClaim claim : market.claims()) {
            boolean had = claim.need() > 0 && claim.staying() > 0;
            require(!had || claim.staying() > revoked(claim), "loses its last permit", claim);
        }
    }

    private int granted(PermitClaim claim) {
        return plan.grants().getOrDefault(claim.holder(), 0);
    }

    private int revoked(PermitClaim claim) {
        return plan.revocations().getOrDefault(claim.holder(), 0);
    }

    private static int sum(Map<String, Integer> permits) {
        return permits.values().stream().mapToInt(Integer::intValue).sum();
    }

    private void require(boolean holds, String fault, Object... about) {
        if (holds) return;
        faults.add("%s %s; %s of %d".formatted(fault, List.of(about), plan, market.capacity));
    }
}
