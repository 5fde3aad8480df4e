package dev.pawl.diamonds.canonical;

import dev.pawl.diamonds.rules.RuleBook;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Why a stone would get its price and its rating by the rules and rates of one moment, as lines.
public record PriceExplanation(List<String> price, List<String> rating) {
    public PriceExplanation {
        price = List.copyOf(price);
        rating = List.copyOf(rating);
    }

    /// Explains the price and the rating of a stone.
    public static PriceExplanation of(StoneView stone, RuleBook rules) {
        Map<String, String> fields = new HashMap<>(stone.fields());
        fields.put("price_cents", Long.toString(stone.priceCents()));
        return new PriceExplanation(
                rules.prices().explain(RepriceBatch.pricedStone(stone)),
                rules.ratings().explain(fields));
    }
}
