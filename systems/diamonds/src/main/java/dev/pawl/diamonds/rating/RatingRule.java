package dev.pawl.diamonds.rating;

import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Gives a rating to the stones that meet all of its conditions.
public record RatingRule(
        String id, int priority, int rating, SortedMap<String, FieldCondition> conditions) {
    /// The fields that a condition can be about.
    public static final Set<String> FIELDS =
            Set.of(
                    "price_cents",
                    "supplier_price_cents",
                    "shape",
                    "colour_grade",
                    "colour_hue",
                    "colour_intensity",
                    "clarity",
                    "cut",
                    "polish",
                    "symmetry",
                    "fluorescence",
                    "lab",
                    "lab_grown",
                    "carat",
                    "length",
                    "width",
                    "depth",
                    "ratio",
                    "table",
                    "depth_percentage",
                    "crown_angle",
                    "crown_height",
                    "pavilion_angle",
                    "pavilion_depth",
                    "girdle",
                    "culet");

    /// The order in which rules are tried.
    static final Comparator<RatingRule> ORDER =
            Comparator.comparingInt(RatingRule::priority).thenComparing(RatingRule::id);

    private static final int RATING_MAX = 10;

    public RatingRule {
        conditions = Collections.unmodifiableSortedMap(new TreeMap<>(conditions));
        if (id.isBlank()) throw new IllegalArgumentException("expected an id, found a blank one");
        if (rating < 1 || rating > RATING_MAX) {
            throw new IllegalArgumentException(
                    "expected a rating from 1 to %d, found %d in rule %s"
                            .formatted(RATING_MAX, rating, id));
        }
        for (String field : conditions.keySet()) {
            if (!FIELDS.contains(field)) {
                throw new IllegalArgumentException(
                        "rule %s has a condition on '%s' (known: %s)"
                                .formatted(id, field, new TreeSet<>(FIELDS)));
            }
        }
    }

    boolean matches(Map<String, String> fields) {
        return failing(fields) == null;
    }

    /// Returns the first condition that does not hold, in words, or null.
    @Nullable String failing(Map<String, String> fields) {
        for (Map.Entry<String, FieldCondition> each : conditions.entrySet()) {
            String value = fields.get(each.getKey());
            if (!each.getValue().holds(value)) {
                return "%s is %s, not %s"
                        .formatted(
                                each.getKey(),
                                value == null ? "missing" : value,
                                each.getValue().text());
            }
        }
        return null;
    }
}
