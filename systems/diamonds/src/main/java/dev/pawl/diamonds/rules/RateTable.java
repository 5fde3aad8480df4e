package dev.pawl.diamonds.rules;

import dev.pawl.diamonds.pricing.ExchangeRate;
import dev.pawl.diamonds.pricing.ExchangeRates;
import dev.pawl.diamonds.table.StoreQuery;
import dev.pawl.machine.Transaction;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The exchange rates with the times from which they are in effect, and the currencies of feeds.
///
/// A rate never changes and is never deleted, so that the price of any moment can be found again.
public final class RateTable {
    private RateTable() {}

    /// Adds a rate; refuses a second one of the same currency and time.
    public static void add(Transaction tx, ExchangeRate rate, String actor, Instant now) {
        int added =
                tx.update(
                        "insert into diamond_rates (currency, starts_at, rate, added_by, added_at)"
                                + " values (?, ?, ?, ?, ?) on conflict do nothing",
                        rate.currency(),
                        rate.from().toString(),
                        rate.rate().toPlainString(),
                        actor,
                        now.toString());
        if (added == 0) {
            throw new IllegalArgumentException(
                    "expected a new time, found a rate of %s from %s"
                            .formatted(rate.currency(), rate.from()));
        }
    }

    /// Records the currency in which a feed is priced, if it is another one than before.
    public static void declare(Transaction tx, String feed, String currency) {
        String before = feeds(tx::query).getOrDefault(feed, ExchangeRate.BASE);
        if (before.equals(currency)) return;
        tx.update(
                "insert into diamond_feeds (feed, currency) values (?, ?)"
                        + " on conflict (feed) do update set currency = excluded.currency",
                feed,
                currency);
    }

    /// Returns all rates, by currency and time.
    public static List<ExchangeRate> all(StoreQuery tables) {
        return tables
                .query(
                        "select currency, rate, starts_at from diamond_rates",
                        row ->
                                new ExchangeRate(
                                        row.text(1),
                                        new BigDecimal(row.text(2)),
                                        Instant.parse(row.text(3))))
                .stream()
                .sorted(
                        Comparator.comparing(ExchangeRate::currency)
                                .thenComparing(ExchangeRate::from))
                .toList();
    }

    /// Returns the currencies of the feeds that are not in US dollars, or once were not.
    public static Map<String, String> feeds(StoreQuery tables) {
        Map<String, String> feeds = new TreeMap<>();
        tables.query(
                        "select feed, currency from diamond_feeds",
                        row -> Map.entry(row.text(1), row.text(2)))
                .forEach(each -> feeds.put(each.getKey(), each.getValue()));
        return feeds;
    }

    /// Returns the rates of a time.
    public static ExchangeRates at(StoreQuery tables, Instant at) {
        return ExchangeRates.at(at, all(tables), feeds(tables));
    }
}
