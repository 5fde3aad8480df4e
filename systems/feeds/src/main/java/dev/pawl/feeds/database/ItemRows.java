package dev.pawl.feeds.database;

import dev.pawl.feeds.item.FeedItem;
import dev.pawl.feeds.item.ItemLink;
import dev.pawl.machine.Transaction;
import dev.pawl.machine.Transaction.Flavour;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Writes the rows of items in one transaction.
final class ItemRows {
    private static final int QUERY_SIZE = 100;
    private static final String KNOWN =
            "select urn, number, hash, revision, catalogue, removed_at from feed_items"
                    + " where urn in ("
                    + String.join(", ", Collections.nCopies(QUERY_SIZE, "?"))
                    + ")";

    private final Transaction tx;
    private final String now;
    private final List<Object[]> changes = new ArrayList<>();
    private final List<Object[]> links = new ArrayList<>();
    private final Numbering items;

    ItemRows(Transaction tx, Instant now) {
        this.tx = tx;
        this.now = now.toString();
        this.items = new Numbering(tx, "feed_items");
    }

    /// Returns the existing items among these, by URN.
    Map<String, Known> known(List<String> urns) {
        Map<String, Known> known = new HashMap<>();
        for (int from = 0; from < urns.size(); from += QUERY_SIZE) {
            Object[] parameters = new Object[QUERY_SIZE];
            // One statement for all sizes: spare parameters repeat the last URN.
            for (int i = 0; i < QUERY_SIZE; i++) {
                parameters[i] = urns.get(Math.min(from + i, urns.size() - 1));
            }
            for (Known each : tx.query(KNOWN, Known::of, parameters)) known.put(each.urn(), each);
        }
        return known;
    }

    void create(ParsedItem parsed) {
        FeedItem item = parsed.item();
        String urn = item.urn().toString();
        long number = items.next();
        tx.update(
                "insert into feed_items (number, urn, source, catalogue, kind, title, retired,"
                        + " revision, hash, content, first_seen, written_at)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                number,
                urn,
                parsed.origin().source(),
                parsed.origin().catalogue(),
                item.kind(),
                item.title(),
                item.retired() ? 1 : 0,
                parsed.version(),
                parsed.hash(),
                parsed.json(),
                now,
                now);
        index(number, parsed);
        link(item);
        changes.add(new Object[] {urn, "created", ""});
    }

    /// Updates an item if a field changed or it was removed; returns whether it was written.
    boolean change(Known before, ParsedItem parsed) {
        FeedItem item = parsed.item();
        String fields = fields(before, parsed);
        if (fields.isEmpty() && !before.isRemoved()) return false;
        tx.update(
                "update feed_items set catalogue = ?, kind = ?, title = ?, retired = ?,"
                        + " revision = ?, hash = ?, content = ?, written_at = ?, removed_at = null"
                        + " where number = ?",
                parsed.origin().catalogue(),
                item.kind(),
                item.title(),
                item.retired() ? 1 : 0,
                parsed.version(),
                parsed.hash(),
                parsed.json(),
                now,
                before.number());
        unindex(before.number());
        index(before.number(), parsed);
        tx.update("delete from feed_links where from_urn = ?", before.urn());
        link(item);
        String change = before.isRemoved() ? "restored" : "changed";
        changes.add(new Object[] {before.urn(), change, fields});
        return true;
    }

    private String fields(Known before, ParsedItem parsed) {
        String content =
                tx.query(
                                "select content from feed_items where number = ?",
                                row -> row.text(1),
                                before.number())
                        .getFirst();
        List<String> names =
                new ArrayList<>(FieldChanges.changed(content, parsed.item().content()));
        if (linksDiffer(before.urn(), parsed.item())) names.add("links");
        boolean retired =
                tx.query(
                                "select retired from feed_items where number = ?",
                                row -> row.number(1) != 0,
                                before.number())
                        .getFirst();
        if (retired != parsed.item().retired()) names.add("retired");
        return String.join(", ", names);
    }

    private boolean linksDiffer(String urn, FeedItem item) {
        List<String> stored =
                tx.query(
                        "select relation, to_urn from feed_links where from_urn = ?",
                        row -> row.text(1) + " " + row.text(2),
                        urn);
        List<String> found = new ArrayList<>();
        for (ItemLink link : item.links()) found.add(link.relation() + " " + link.to());
        return stored.size() != found.size() || !stored.containsAll(found);
    }

    /// Marks an item as removed; the row and its history stay.
    void remove(String urn) {
        Known known = known(List.of(urn)).get(urn);
        if (known == null || known.isRemoved()) return;
        tx.update("update feed_items set removed_at = ? where number = ?", now, known.number());
        unindex(known.number());
        tx.update("delete from feed_links where from_urn = ?", urn);
        changes.add(new Object[] {urn, "removed", ""});
    }

    /// Writes the collected links and changes.
    void flush() {
        tx.updateAll("insert into feed_links (from_urn, relation, to_urn) values (?, ?, ?)", links);
        links.clear();
        Numbering numbers = new Numbering(tx, "feed_changes");
        List<Object[]> rows = new ArrayList<>();
        for (Object[] each : changes) {
            rows.add(new Object[] {numbers.next(), each[0], now, each[1], each[2]});
        }
        tx.updateAll(
                "insert into feed_changes (number, urn, at, change, fields)"
                        + " values (?, ?, ?, ?, ?)",
                rows);
        changes.clear();
    }

    private void link(FeedItem item) {
        String from = item.urn().toString();
        for (ItemLink link : item.links()) {
            links.add(new Object[] {from, link.relation(), link.to().toString()});
        }
    }

    private void index(long number, ParsedItem parsed) {
        FeedItem item = parsed.item();
        String title = item.urn().id() + " " + item.title();
        if (tx.flavour() == Flavour.SQLITE) {
            tx.update(
                    "insert into feed_words (rowid, title, words, source) values (?, ?, ?, ?)",
                    number,
                    title,
                    item.searchText(),
                    parsed.origin().source());
        } else {
            tx.update(
                    "insert into feed_words (number, words) values (?,"
                            + " setweight(to_tsvector('english', ?), 'A')"
                            + " || to_tsvector('english', ?))",
                    number,
                    title,
                    item.searchText());
        }
    }

    private void unindex(long number) {
        String column = tx.flavour() == Flavour.SQLITE ? "rowid" : "number";
        tx.update("delete from feed_words where %s = ?".formatted(column), number);
    }

    /// The stored state of an item.
    record Known(
            String urn,
            long number,
            String hash,
            String version,
            String catalogue,
            boolean isRemoved) {
        static Known of(Transaction.Row row) {
            return new Known(
                    row.text(1),
                    row.number(2),
                    row.text(3),
                    row.text(4),
                    row.text(5),
                    !row.isNull(6));
        }

        /// Returns the revision of the item, without the stamp of its document.
        String revision() {
            return version.substring(0, version.indexOf('|'));
        }
    }
}
