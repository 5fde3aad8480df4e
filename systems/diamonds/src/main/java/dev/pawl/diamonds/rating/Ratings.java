package dev.pawl.diamonds.rating;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The rating rules; the first that matches decides.
public final class Ratings {
    private final List<RatingRule> rules;

    public Ratings(Collection<RatingRule> rules) {
        this.rules = rules.stream().sorted(RatingRule.ORDER).toList();
    }

    /// Returns the rules of a new installation, for round stones.
    public static List<RatingRule> standard() {
        return List.of(
                rule("round-best", 10, 10, "clarity=FL|IF|VVS1", "colour_grade=D|E|F"),
                rule("round-fine", 20, 8, "clarity=FL|IF|VVS1|VVS2|VS1", "colour_grade=D|E|F|G"),
                rule("round-good", 30, 6, "clarity=FL|IF|VVS1|VVS2|VS1|VS2|SI1"));
    }

    private static RatingRule rule(String id, int priority, int rating, String... conditions) {
        var all = new TreeMap<String, FieldCondition>();
        all.put("shape", FieldCondition.parse("ROUND"));
        all.put("cut", FieldCondition.parse("IDEAL|EXCELLENT"));
        for (String each : conditions) {
            String[] parts = each.split("=", -1);
            all.put(parts[0], FieldCondition.parse(parts[1]));
        }
        return new RatingRule(id, priority, rating, all);
    }

    /// Returns the rule that rates a stone, given its fields and its price.
    public Optional<RatingRule> rate(Map<String, String> fields) {
        for (RatingRule rule : rules) {
            if (rule.matches(fields)) return Optional.of(rule);
        }
        return Optional.empty();
    }

    /// Returns for each rule that was tried why it did not match, and the rating.
    public List<String> explain(Map<String, String> fields) {
        List<String> lines = new ArrayList<>();
        for (RatingRule rule : rules) {
            String failing = rule.failing(fields);
            if (failing == null) {
                lines.add("rule %s matches: rating %d".formatted(rule.id(), rule.rating()));
                return lines;
            }
            lines.add("rule %s does not match: %s".formatted(rule.id(), failing));
        }
        lines.add("no rule matches: no rating");
        return lines;
    }
}
