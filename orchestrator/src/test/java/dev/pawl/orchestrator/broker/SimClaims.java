package dev.pawl.orchestrator.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// Claims in virtual time whose plans are carried out; a permit that is revoked returns within the
/// deadline.
final class SimClaims {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final Duration DEADLINE = Duration.ofSeconds(10);

    private final Map<String, PermitClaim> claims = new TreeMap<>();
    private final List<Return> returns = new ArrayList<>();
    private final Map<String, Double> permitSeconds = new TreeMap<>();
    final PreemptionDelays delays;
    int capacity;
    Instant now = START;

    SimClaims(int capacity, PreemptionDelays delays) {
        this.capacity = capacity;
        this.delays = delays;
    }

    void arrives(String holder, PermitTerms terms, int wanted) {
        claims.put(holder, PermitClaim.of(holder, terms, wanted, now));
    }

    void change(String holder, UnaryOperator<PermitClaim> change) {
        claims.computeIfPresent(holder, (_, claim) -> change.apply(claim));
    }

    PermitClaim claim(String holder) {
        return claims.get(holder);
    }

    List<PermitClaim> claims() {
        return List.copyOf(claims.values());
    }

    PermitPlan plan() {
        return Allocation.plan(capacity, claims(), now, delays);
    }

    Optional<Instant> nextChange() {
        return Allocation.nextChange(claims(), now, delays);
    }

    /// Carries out a plan; each permit that is revoked returns after `delay`.
    void carryOut(PermitPlan plan, Duration delay) {
        plan.grants().forEach((holder, n) -> change(holder, claim -> claim.granted(n, now)));
        plan.revocations()
                .forEach((holder, n) -> {
                    change(holder, claim -> claim.revoked(n));
                    returns.add(new Return(holder, n, now.plus(delay)));
                });
    }

    /// Lets time pass up to the next permit that returns, the next change or `step`, whichever
    /// comes first.
    void pass(Duration step) {
        Instant until = now.plus(step);
        Optional<Instant> change = nextChange().filter(until::isAfter);
        if (change.isPresent()) until = change.get();
        Optional<Return> first = returns.stream().min(Comparator.comparing(Return::at));
        if (first.isPresent() && first.get().at().isBefore(until)) until = first.get().at();
        passTo(until);
    }

    private void passTo(Instant until) {
        double seconds = Duration.between(now, until).toNanos() / 1e9;
        claims.values()
                .forEach(claim ->
                        permitSeconds.merge(claim.holder(), claim.held() * seconds, Double::sum));
        now = until;
        for (Return back : List.copyOf(returns)) {
            if (back.at().isAfter(now)) continue;
            returns.remove(back);
            // Some may have returned before.
            change(
                    back.holder(),
                    claim -> {
                        int n = Math.min(back.permits(), claim.returning());
                        return n == 0 ? claim : claim.returned(n, now);
                    });
        }
    }

    /// Plans and carries out, with time passing, for `duration`; permits return together.
    void run(Duration duration) {
        Instant end = now.plus(duration);
        while (now.isBefore(end)) {
            carryOut(plan(), DEADLINE);
            pass(Duration.between(now, end));
        }
    }

    double permitSeconds(String holder) {
        return permitSeconds.getOrDefault(holder, 0.0);
    }

    void forgetTheTime() {
        permitSeconds.clear();
    }

    private record Return(String holder, int permits, Instant at) {}
}
