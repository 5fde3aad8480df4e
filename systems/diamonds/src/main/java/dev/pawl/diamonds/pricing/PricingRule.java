package dev.pawl.diamonds.pricing;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// Changes the margin of the stones in a scope by percentage points, while it is in effect.
///
/// It is in effect from `from`, inclusive, to `to`, exclusive; null means without an end.
public record PricingRule(
        String id,
        int priority,
        RuleScope scope,
        BigDecimal points,
        @Nullable Instant from,
        @Nullable Instant to) {
    /// The order in which rules are tried: by priority, then the latest start, then the id.
    static final Comparator<PricingRule> ORDER =
            Comparator.comparingInt(PricingRule::priority)
                    .thenComparing(
                            PricingRule::from,
                            Comparator.nullsLast(Comparator.<Instant>reverseOrder()))
                    .thenComparing(PricingRule::id);

    private static final BigDecimal POINTS_MAX = BigDecimal.valueOf(1_000);

    public PricingRule {
        if (id.isBlank()) throw new IllegalArgumentException("expected an id, found a blank one");
        if (points.abs().compareTo(POINTS_MAX) > 0) {
            throw new IllegalArgumentException(
                    "expected at most %s percentage points, found %s in rule %s"
                            .formatted(POINTS_MAX, points.toEngineeringString(), id));
        }
        if (from != null && to != null && !from.isBefore(to)) {
            throw new IllegalArgumentException(
                    "expected rule %s to start before it ends, found %s to %s"
                            .formatted(id, from, to));
        }
    }

    /// Returns a rule that is always in effect.
    public static PricingRule of(String id, int priority, RuleScope scope, String points) {
        return new PricingRule(id, priority, scope, new BigDecimal(points), null, null);
    }

    boolean isInEffect(Instant at) {
        return (from == null || !at.isBefore(from)) && (to == null || at.isBefore(to));
    }

    /// Returns whether both rules can claim the same stone at the same time with equal rank.
    boolean competesWith(PricingRule other) {
        boolean meet =
                (from == null || other.to == null || from.isBefore(other.to))
                        && (other.from == null || to == null || other.from.isBefore(to));
        return priority == other.priority && meet && scope.overlaps(other.scope);
    }
}
