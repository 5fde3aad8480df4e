package dev.pawl.diamonds.pricing;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The stones that a pricing rule applies to; null means any.
///
/// `costFrom` is inclusive and `costTo` exclusive, in cents, so that brackets neither overlap nor
/// leave a gap.
public record RuleScope(
        @Nullable StoneType type,
        @Nullable String feed,
        @Nullable Long costFrom,
        @Nullable Long costTo) {
    /// Every stone.
    public static final RuleScope ANY = new RuleScope(null, null, null, null);

    public RuleScope {
        if (costFrom != null && costTo != null && costFrom >= costTo) {
            throw new IllegalArgumentException(
                    "expected a cost range with its start below its end, found %d to %d"
                            .formatted(costFrom, costTo));
        }
    }

    /// Returns the scope of a cost range.
    public static RuleScope cost(@Nullable Long from, @Nullable Long to) {
        return new RuleScope(null, null, from, to);
    }

    boolean contains(PricedStone stone) {
        return (type == null || type == stone.type())
                && (feed == null || feed.equals(stone.feed()))
                && (costFrom == null || stone.costCents() >= costFrom)
                && (costTo == null || stone.costCents() < costTo);
    }

    boolean overlaps(RuleScope other) {
        return (type == null || other.type == null || type == other.type)
                && (feed == null || other.feed == null || feed.equals(other.feed))
                && startsBefore(costFrom, other.costTo)
                && startsBefore(other.costFrom, costTo);
    }

    private static boolean startsBefore(@Nullable Long start, @Nullable Long end) {
        return start == null || end == null || start < end;
    }

    /// Returns the scope in words.
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append(type == null ? "any stone" : type.name().toLowerCase(Locale.ROOT));
        if (feed != null) text.append(" of ").append(feed);
        if (costFrom != null) text.append(" from ").append(Money.text(costFrom));
        if (costTo != null) text.append(" below ").append(Money.text(costTo));
        return text.toString();
    }
}
