package dev.pawl.feeds.database;

import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.provider.Cycle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The items of each document. They show which items are gone, without a write for each item that
/// is still there.
final class Manifests {
    private static final int HASH_CHARS = 16;
    private static final long PRIME = 0x100000001b3L;
    private static final long BASIS = 0xcbf29ce484222325L;

    private final Transaction tx;
    private final String source;

    Manifests(Transaction tx, String source) {
        this.tx = tx;
        this.source = source;
    }

    /// Adds items to the manifests of their documents.
    void add(List<ParsedItem> items, Cycle cycle) {
        Map<String, List<ParsedItem>> byDocument = new LinkedHashMap<>();
        for (ParsedItem each : items) {
            byDocument.computeIfAbsent(each.origin().digest(), _ -> new ArrayList<>()).add(each);
        }
        for (List<ParsedItem> group : byDocument.values()) {
            addDocument(group.getFirst().origin(), cycle);
            StringBuilder hashes = new StringBuilder();
            for (ParsedItem each : group) hashes.append(hash(each.item().urn().toString()));
            tx.update(
                    "insert into feed_manifests (source, digest, first, hashes)"
                            + " values (?, ?, ?, ?) on conflict (source, digest, first)"
                            + " do update set hashes = excluded.hashes",
                    source,
                    group.getFirst().origin().digest(),
                    group.getFirst().number(),
                    hashes.toString());
            tx.update(
                    "update feed_documents set items = items + ? where source = ? and digest = ?",
                    group.size(),
                    source,
                    group.getFirst().origin().digest());
        }
    }

    /// Adds a document to this cycle, unless it is already in it.
    private void addDocument(ParsedItem.Origin origin, Cycle cycle) {
        int known =
                tx.query(
                                "select count(*) from feed_documents where source = ? and"
                                        + " digest = ? and cycle = ?",
                                row -> (int) row.number(1),
                                source,
                                origin.digest(),
                                cycle.number())
                        .getFirst();
        if (known > 0) return;
        // A cycle reads one complete document of a catalogue: another one of this cycle was
        // replaced
        // since.
        delete(
                "source = ? and (digest = ? or"
                        + " catalogue = ? and cycle = ? and is_partial = 0 and ? = 0)",
                source,
                origin.digest(),
                origin.catalogue(),
                cycle.number(),
                origin.partial() ? 1 : 0);
        tx.update(
                "insert into feed_documents (source, name, digest, format, catalogue, version,"
                        + " stamp, is_partial, cycle, items, is_complete, loaded_at)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?)",
                source,
                origin.name(),
                origin.digest(),
                origin.format(),
                origin.catalogue(),
                origin.version(),
                origin.stamp(),
                origin.partial() ? 1 : 0,
                cycle.number(),
                cycle.now().toString());
    }

    /// Returns the items that no document contains any more: neither one of this cycle nor, in a
    /// partial cycle, an earlier one that is still valid.
    List<String> missing(Cycle cycle) {
        Set<String> present = new HashSet<>();
        for (String hashes : hashes(cycle)) {
            for (int i = 0; i < hashes.length(); i += HASH_CHARS) {
                present.add(hashes.substring(i, i + HASH_CHARS));
            }
        }
        return live(cycle).stream().filter(urn -> !present.contains(hash(urn))).toList();
    }

    /// Returns the items of the catalogues that this cycle read completely. A full cycle covers all
    /// items, even those whose document is gone.
    private List<String> live(Cycle cycle) {
        return tx.query(
                "select urn from feed_items where source = ? and removed_at is null and (? = 1"
                        + " or catalogue in (select catalogue from feed_documents"
                        + " where source = ? and cycle = ? and is_partial = 0)) order by urn",
                row -> row.text(1),
                source,
                cycle.full() ? 1 : 0,
                source,
                cycle.number());
    }

    private List<String> hashes(Cycle cycle) {
        return tx.query(
                "select hashes from feed_manifests join feed_documents d"
                        + " on d.source = feed_manifests.source"
                        + " and d.digest = feed_manifests.digest"
                        + " where d.source = ? and (d.cycle = ? or ? = 0 and d.is_complete = 1"
                        + " and d.catalogue not in (select catalogue from feed_documents"
                        + " where source = ? and cycle = ? and is_partial = 0))",
                row -> row.text(1),
                source,
                cycle.number(),
                cycle.full() ? 1 : 0,
                source,
                cycle.number());
    }

    /// Marks the documents of a cycle as complete, and deletes the ones they replace: earlier
    /// documents of a complete catalogue, and all earlier ones in a full cycle.
    void complete(Cycle cycle) {
        delete(
                "source = ? and cycle < ? and (? = 1 or catalogue in"
                        + " (select catalogue from feed_documents"
                        + " where source = ? and cycle = ? and is_partial = 0))",
                source,
                cycle.number(),
                cycle.full() ? 1 : 0,
                source,
                cycle.number());
        tx.update(
                "update feed_documents set is_complete = 1 where source = ? and cycle = ?",
                source,
                cycle.number());
    }

    /// Deletes documents of this source with their manifests.
    private void delete(String condition, Object... parameters) {
        List<Object[]> rows =
                tx.query(
                        "select digest from feed_documents where " + condition,
                        row -> new Object[] {source, row.text(1)},
                        parameters);
        for (String table : List.of("feed_manifests", "feed_documents")) {
            tx.updateAll("delete from %s where source = ? and digest = ?".formatted(table), rows);
        }
    }

    /// Returns a 64-bit hash as 16 hexadecimal digits. A collision among a million items has a
    /// probability below one in a million.
    private static String hash(String urn) {
        long hash = BASIS;
        for (int i = 0; i < urn.length(); i++) hash = (hash ^ urn.charAt(i)) * PRIME;
        hash ^= hash >>> 32;
        hash *= 0xd6e8feb86659fd93L;
        hash ^= hash >>> 32;
        return "%016x".formatted(hash);
    }
}
