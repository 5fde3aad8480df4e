package dev.pawl.diamonds.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Ratings by rules.
final class RatingsTest {
    private static RatingRule rule(String id, int priority, int rating, String... conditions) {
        TreeMap<String, FieldCondition> all = new TreeMap<>();
        for (int i = 0; i < conditions.length; i += 2) {
            all.put(conditions[i], FieldCondition.parse(conditions[i + 1]));
        }
        return new RatingRule(id, priority, rating, all);
    }

    @ParameterizedTest
    @CsvSource({
        "1..2, 1, true",
        "1..2, 2.00, true",
        "1..2, 2.01, false",
        "..57, 12, true",
        "..57, 57.1, false",
        "60.., 60, true",
        "60.., x, false",
        "ROUND|oval, OVAL, true",
        "ROUND|oval, round, true",
        "ROUND, ROUND MODIFIED, false",
        "1..2, , false",
        "ROUND, , false",
    })
    void aConditionHoldsForARangeOrASetOfValues(String text, String value, boolean expected) {
        assertThat(FieldCondition.parse(text).holds(value)).isEqualTo(expected);
        assertThat(FieldCondition.parse(FieldCondition.parse(text).text()))
                .isEqualTo(FieldCondition.parse(text));
    }

    /// INV-20: a rating names its rule.
    @Test
    void theFirstMatchingRuleRatesAndExplains() {
        Ratings ratings =
                new Ratings(
                        List.of(
                                rule("fallback", 9, 3),
                                rule("big", 1, 9, "carat", "2..", "shape", "ROUND"),
                                rule("flat", 2, 5, "table", "60..70")));
        Map<String, String> small = Map.of("carat", "0.5", "shape", "ROUND", "table", "65");
        assertThat(ratings.rate(small)).map(RatingRule::rating).contains(5);
        assertThat(ratings.explain(small))
                .containsExactly(
                        "rule big does not match: carat is 0.5, not 2..",
                        "rule flat matches: rating 5");
        assertThat(ratings.rate(Map.of())).map(RatingRule::id).contains("fallback");
        assertThat(new Ratings(List.of()).explain(small))
                .containsExactly("no rule matches: no rating");
    }

    @Test
    void equalPrioritiesAreTriedById() {
        Ratings ratings = new Ratings(List.of(rule("b", 1, 2), rule("a", 1, 1)));
        assertThat(ratings.rate(Map.of())).map(RatingRule::id).contains("a");
    }

    @Test
    void impossibleRulesAreRefused() {
        assertThatThrownBy(() -> rule("a", 1, 0)).hasMessageContaining("from 1 to 10, found 0");
        assertThatThrownBy(() -> rule("a", 1, 11)).hasMessageContaining("found 11");
        assertThatThrownBy(() -> rule("a", 1, 5, "sparkle", "1.."))
                .hasMessageContaining("a condition on 'sparkle'");
        assertThatThrownBy(() -> FieldCondition.parse("2..1")).hasMessageContaining("low to high");
        assertThatThrownBy(() -> FieldCondition.parse("..")).hasMessageContaining("with a bound");
        assertThatThrownBy(() -> FieldCondition.parse("a..b")).hasMessageContaining("found 'a..b'");
        assertThatThrownBy(() -> FieldCondition.parse(""))
                .hasMessageContaining("such as ROUND|OVAL");
    }
}
