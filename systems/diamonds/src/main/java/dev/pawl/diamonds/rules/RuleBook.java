package dev.pawl.diamonds.rules;

import dev.pawl.diamonds.pricing.PriceList;
import dev.pawl.diamonds.rating.Ratings;
import dev.pawl.diamonds.table.StoreQuery;
import java.time.Instant;

/// The rules of pricing and rating at one moment.
public record RuleBook(PriceList prices, Ratings ratings) {

    /// Returns the rules that are stored and in effect at a time.
    public static RuleBook at(StoreQuery tables, Instant at) {
        return new RuleBook(
                PricingRules.prices(tables, at), new Ratings(PricingRules.rating(tables, at)));
    }

    /// Returns the rules of a new installation.
    public static RuleBook standard(Instant at) {
        return new RuleBook(
                PriceList.at(at, PriceList.brackets()), new Ratings(Ratings.standard()));
    }
}
