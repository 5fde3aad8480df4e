package dev.pawl.diamonds.pricing;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/// The rates of one moment, and the currencies in which feeds are priced. A feed that has declared
/// none is in US dollars.
public final class ExchangeRates {
    /// Everything is in US dollars.
    public static final ExchangeRates NONE = new ExchangeRates(Map.of(), Map.of());

    private final Map<String, ExchangeRate> rates;
    private final Map<String, String> feeds;

    private ExchangeRates(Map<String, ExchangeRate> rates, Map<String, String> feeds) {
        this.rates = rates;
        this.feeds = feeds;
    }

    /// Returns the rates that are in effect at `at`: of each currency the one that started last.
    public static ExchangeRates at(
            Instant at, Collection<ExchangeRate> all, Map<String, String> feeds) {
        Map<String, ExchangeRate> rates = new HashMap<>();
        for (ExchangeRate each : all) {
            if (each.from().isAfter(at)) continue;
            rates.merge(each.currency(), each, (a, b) -> a.from().isAfter(b.from()) ? a : b);
        }
        return new ExchangeRates(Map.copyOf(rates), Map.copyOf(feeds));
    }

    /// Returns the currency of a feed.
    public String currency(String feed) {
        return feeds.getOrDefault(feed, ExchangeRate.BASE);
    }

    /// Returns the rate of the currency of a feed; throws if none is in effect.
    BigDecimal rate(String feed) {
        String currency = currency(feed);
        if (currency.equals(ExchangeRate.BASE)) return BigDecimal.ONE;
        ExchangeRate rate = rates.get(currency);
        if (rate != null) return rate.rate();
        throw new IllegalStateException(
                ("expected an exchange rate of %s, the currency of the feed '%s', found none in"
                                + " effect; add one with `pawl diamonds rates add %s RATE`")
                        .formatted(currency, feed, currency));
    }

    /// Returns a stone with its cost in US dollars, rounded half up to cents.
    PricedStone converted(PricedStone stone) {
        BigDecimal rate = rate(stone.feed());
        if (rate.compareTo(BigDecimal.ONE) == 0) return stone;
        long cents = Money.round(BigDecimal.valueOf(stone.costCents()).multiply(rate));
        return new PricedStone(stone.feed(), stone.type(), stone.carat(), cents);
    }
}
