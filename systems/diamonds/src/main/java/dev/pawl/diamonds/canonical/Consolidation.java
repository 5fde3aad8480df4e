package dev.pawl.diamonds.canonical;

import dev.pawl.diamonds.canonical.PreparedStone.Payload;
import dev.pawl.diamonds.canonical.PreparedStone.Ready;
import dev.pawl.diamonds.canonical.PreparedStone.Refused;
import dev.pawl.diamonds.mapping.MappingResult;
import dev.pawl.diamonds.mapping.StoneMapping;
import dev.pawl.diamonds.pricing.PricedStone;
import dev.pawl.diamonds.pricing.Quote;
import dev.pawl.diamonds.rating.RatingRule;
import dev.pawl.diamonds.rules.RuleBook;
import dev.pawl.diamonds.stone.ContentHash;
import dev.pawl.diamonds.stone.Stone;
import dev.pawl.diamonds.table.NumberLists;
import dev.pawl.diamonds.table.NumberSet;
import dev.pawl.diamonds.table.StoreQuery;
import dev.pawl.machine.Transaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Maps, prices and rates the stones of claimed pages, outside any transaction. Thread-safe.
public final class Consolidation {
    private static final String RAW =
            "select number, stone_id, revision, payload from diamond_raw where number in (…)";

    private final String feed;
    private final StoneMapping mapping;
    private final RuleBook rules;

    public Consolidation(String feed, StoneMapping mapping, RuleBook rules) {
        this.feed = feed;
        this.mapping = mapping;
        this.rules = rules;
    }

    /// Reads the pages of a claim and prepares their stones; empty if it holds no page.
    public StoneBatch prepare(StoreQuery tables, String claim) {
        List<ClaimedPage> pages = ClaimedPage.of(tables, claim);
        Map<Long, String> runs = new HashMap<>();
        for (ClaimedPage page : pages) {
            for (long number : page.queued()) runs.put(number, page.run());
        }
        List<Long> numbers = runs.keySet().stream().sorted().toList();
        List<PreparedStone> stones = new ArrayList<>(numbers.size());
        for (Payload each : NumberLists.query(tables, RAW, row -> payload(row, runs), numbers)) {
            stones.add(prepared(each));
        }
        return new StoneBatch(feed, claim, pages, stones);
    }

    private static Payload payload(Transaction.Row row, Map<Long, String> runs) {
        long number = row.number(1);
        return new Payload(
                number,
                row.text(2),
                (int) row.number(3),
                runs.getOrDefault(number, ""),
                row.isNull(4) ? "" : row.text(4));
    }

    private PreparedStone prepared(Payload payload) {
        if (payload.json().isEmpty()) {
            return new Refused(payload, "payload", "the payload is no longer kept");
        }
        return switch (mapping.map(payload.json())) {
            case MappingResult.Rejected(String field, String reason) ->
                    new Refused(payload, field, reason);
            case MappingResult.Mapped mapped -> priced(payload, mapped);
        };
    }

    private PreparedStone priced(Payload payload, MappingResult.Mapped mapped) {
        Stone stone = mapped.stone();
        Quote quote = rules.prices().quote(PricedStone.of(feed, stone));
        if (quote.priceCents() < 0) {
            return new Refused(
                    payload,
                    "price",
                    "expected a selling price of 0 or more, found %d cents by rule %s"
                            .formatted(quote.priceCents(), quote.ruleId()));
        }
        Map<String, String> fields = stone.fields();
        String hash = ContentHash.of(fields);
        Map<String, String> rated = new HashMap<>(fields);
        rated.put("price_cents", Long.toString(quote.priceCents()));
        return new Ready(
                payload,
                fields,
                stone.grading().colour().text(),
                hash,
                quote.priceCents(),
                quote.ruleId(),
                rules.ratings().rate(rated).map(RatingRule::rating).orElse(0),
                mapped.unknown());
    }

    /// A page that a consolidator holds.
    record ClaimedPage(long number, String run, List<Long> queued) {
        static List<ClaimedPage> of(StoreQuery tables, String claim) {
            return tables.query(
                    "select number, run_id, queued from diamond_pages"
                            + " where claim_id = ? and done_at is null order by number",
                    row ->
                            new ClaimedPage(
                                    row.number(1), row.text(2), NumberSet.numbers(row.text(3))),
                    claim);
        }
    }
}
