package dev.pawl.feeds.database;

import dev.pawl.feeds.item.Urn;
import dev.pawl.machine.Transaction.Row;
import dev.pawl.orchestrator.provider.TableQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Queries on the item database. Read-only.
public final class ItemQueries {
    private static final String COLUMNS =
            "urn, source, kind, title, retired, hash, first_seen, written_at, removed_at";

    private final TableQuery tables;

    public ItemQueries(TableQuery tables) {
        this.tables = tables;
    }

    /// Finds an item with its content. An ASVS URN without a version means the newest version.
    public Optional<Whole> find(Urn urn) {
        List<Whole> found =
                tables.query(
                        "select " + COLUMNS + ", content from feed_items where urn = ?",
                        row -> new Whole(Brief.of(row), row.text(10)),
                        urn.toString());
        if (!found.isEmpty() || !urn.type().equals("asvs")) return found.stream().findFirst();
        return tables
                .query(
                        "select "
                                + COLUMNS
                                + ", content from feed_items where urn like ?"
                                + " and removed_at is null order by urn desc limit 1",
                        row -> new Whole(Brief.of(row), row.text(10)),
                        urn + "@%")
                .stream()
                .findFirst();
    }

    /// Returns the time at which a source last completed a cycle; null if never.
    public @Nullable Instant seen(String source) {
        return tables
                .query(
                        "select max(completed_at) from providers where provider_type = ?"
                                + " and completed_at is not null having max(completed_at) is not"
                                + " null",
                        row -> Instant.parse(row.text(1)),
                        source)
                .stream()
                .findFirst()
                .orElse(null);
    }

    /// Returns the items that match the words, best matches first.
    public List<Hit> search(String words, String source, int limit) {
        return new Search(tables).find(words, source, limit);
    }

    /// Returns the links from and to an item.
    public List<Neighbour> links(Urn urn, int limit) {
        List<Neighbour> all = new ArrayList<>();
        all.addAll(references(urn, limit));
        all.addAll(neighbours(urn, "to_urn", "from_urn", limit));
        return all;
    }

    /// Returns the links from an item.
    public List<Neighbour> references(Urn urn, int limit) {
        return neighbours(urn, "from_urn", "to_urn", limit);
    }

    private List<Neighbour> neighbours(Urn urn, String here, String there, int limit) {
        boolean outgoing = here.equals("from_urn");
        return tables.query(
                "select relation, %2$s, coalesce(kind, ''), coalesce(title, ''),"
                                .formatted(here, there)
                        + " case when number is null or removed_at is not null then 1 else 0 end"
                        + " from feed_links left join feed_items on urn = %2$s where %1$s = ?"
                                .formatted(here, there)
                        + " order by relation, %2$s limit ?".formatted(here, there),
                row ->
                        new Neighbour(
                                outgoing,
                                row.text(1),
                                row.text(2),
                                row.text(3),
                                row.text(4),
                                row.number(5) != 0),
                urn.toString(),
                limit);
    }

    /// Returns a shortest path between two items, along links in either direction; empty if there
    /// is none within the search limits.
    public List<Step> path(Urn from, Urn to) {
        return new Paths(tables).shortest(from.toString(), to.toString());
    }

    /// Returns the changes since a time, oldest first; of one source, or of all for "".
    public List<Change> changes(Instant since, String source, int limit) {
        return tables.query(
                "select feed_changes.number, feed_changes.urn, at, change, fields from feed_changes"
                        + " join feed_items on feed_items.urn = feed_changes.urn"
                        + " where at >= ? and (? = '' or source = ?)"
                        + " order by feed_changes.number limit ?",
                ItemQueries::change,
                since.toString(),
                source,
                source,
                limit);
    }

    /// Returns the history of an item, oldest first.
    public List<Change> history(Urn urn) {
        return tables.query(
                "select number, urn, at, change, fields from feed_changes where urn = ?"
                        + " order by number",
                ItemQueries::change,
                urn.toString());
    }

    private static Change change(Row row) {
        return new Change(
                row.number(1), row.text(2), Instant.parse(row.text(3)), row.text(4), row.text(5));
    }

    /// Counts the items in the newest catalogues, by source and kind. ATT&CK keeps revoked objects
    /// in the same document; they do not count.
    public Map<String, Map<String, Long>> stats() {
        Map<String, Map<String, Long>> stats = new TreeMap<>();
        tables.query(
                "select source, kind, count(*) from feed_items where removed_at is null"
                        + " and (retired = 0 or source <> 'attack') group by source, kind",
                row ->
                        stats.computeIfAbsent(row.text(1), _ -> new TreeMap<>())
                                .put(row.text(2), row.number(3)));
        return stats;
    }

    /// Returns missing link targets, the most linked first.
    public List<Dangling> dangling(int limit) {
        return tables.query(
                "select to_urn, count(*), min(from_urn) from feed_links left join feed_items"
                        + " on urn = to_urn where number is null or removed_at is not null"
                        + " group by to_urn order by count(*) desc, to_urn limit ?",
                row -> new Dangling(row.text(1), row.number(2), row.text(3)),
                limit);
    }

    /// Returns items of a source and kind in the order of their URNs, after a URN.
    public List<Whole> list(String source, String kind, String after, int limit) {
        return tables.query(
                "select "
                        + COLUMNS
                        + ", content from feed_items where removed_at is null"
                        + " and (? = '' or source = ?) and (? = '' or kind = ?) and urn > ?"
                        + " order by urn limit ?",
                row -> new Whole(Brief.of(row), row.text(10)),
                source,
                source,
                kind,
                kind,
                after,
                limit);
    }

    /// Returns the loaded documents.
    public List<Loaded> documents() {
        return tables.query(
                "select source, name, format, catalogue, version, stamp, items, loaded_at"
                        + " from feed_documents order by source, catalogue, name",
                row ->
                        new Loaded(
                                row.text(1),
                                row.text(2),
                                row.text(3),
                                row.text(4),
                                row.text(5),
                                row.text(6),
                                row.number(7),
                                Instant.parse(row.text(8))));
    }

    /// Returns notes about documents: which were skipped, and why.
    public List<Note> notes() {
        return tables.query(
                "select source, note from feed_notes order by source, place",
                row -> new Note(row.text(1), row.text(2)));
    }

    /// A note about a document.
    public record Note(String source, String text) {}

    /// An item without its content.
    public record Brief(
            String urn,
            String source,
            String kind,
            String title,
            boolean retired,
            String hash,
            Instant firstSeen,
            Times times) {
        private static Brief of(Row row) {
            return new Brief(
                    row.text(1),
                    row.text(2),
                    row.text(3),
                    row.text(4),
                    row.number(5) != 0,
                    row.text(6),
                    Instant.parse(row.text(7)),
                    new Times(
                            Instant.parse(row.text(8)),
                            row.isNull(9) ? null : Instant.parse(row.text(9))));
        }
    }

    /// When an item was last written, and when it was removed, if it was.
    public record Times(Instant written, @Nullable Instant removed) {}

    /// An item with its content, which is JSON.
    public record Whole(Brief brief, String content) {}

    /// A search result.
    public record Hit(String urn, String source, String kind, String title) {}

    /// The other end of a link; `dangling` if that item does not exist.
    public record Neighbour(
            boolean outgoing,
            String relation,
            String urn,
            String kind,
            String title,
            boolean dangling) {}

    /// A link of a path; `forward` if the path follows its direction.
    public record Step(String from, String relation, boolean forward, String to) {}

    /// A change of an item; `fields` are the names of the changed fields.
    public record Change(long number, String urn, Instant at, String change, String fields) {}

    /// A missing link target, the number of links to it, and one item with such a link.
    public record Dangling(String urn, long links, String example) {}

    /// A loaded document.
    public record Loaded(
            String source,
            String name,
            String format,
            String catalogue,
            String version,
            String stamp,
            long items,
            Instant at) {}
}
