package dev.pawl.feeds.base;

import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.provider.Cycle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which items each document has: what lets a base notice that one is gone, without a row being
/// written for each that is not.
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

    /// Notes what came, each in its document.
    void note(List<Arrival> arrivals, Cycle cycle) {
        Map<String, List<Arrival>> byDocument = new LinkedHashMap<>();
        for (Arrival each : arrivals) {
            byDocument.computeIfAbsent(each.origin().digest(), _ -> new ArrayList<>()).add(each);
        }
        for (List<Arrival> some : byDocument.values()) {
            document(some.getFirst().origin(), cycle);
            StringBuilder hashes = new StringBuilder();
            for (Arrival each : some) hashes.append(hash(each.item().urn().toString()));
            tx.update(
                    "insert into feed_manifests (source, digest, first, hashes)"
                            + " values (?, ?, ?, ?) on conflict (source, digest, first)"
                            + " do update set hashes = excluded.hashes",
                    source,
                    some.getFirst().origin().digest(),
                    some.getFirst().place(),
                    hashes.toString());
            tx.update(
                    "update feed_documents set items = items + ? where source = ? and digest = ?",
                    some.size(),
                    source,
                    some.getFirst().origin().digest());
        }
    }

    /// Begins a document in this cycle, unless it has begun.
    private void document(Arrival.Origin origin, Cycle cycle) {
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
        // Of a catalogue one whole document is read in a cycle: another one that was begun in it
        // has been replaced since.
        forget(
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

    /// Returns the items that no document has any more: neither one of this cycle, nor, unless all
    /// was read, one of before that still counts.
    List<String> missing(Cycle cycle) {
        Set<String> present = new HashSet<>();
        for (String hashes : hashes(cycle)) {
            for (int i = 0; i < hashes.length(); i += HASH_CHARS) {
                present.add(hashes.substring(i, i + HASH_CHARS));
            }
        }
        return live(cycle).stream().filter(urn -> !present.contains(hash(urn))).toList();
    }

    /// Returns the items of catalogues of which all was read in this cycle. If all of the source
    /// was, those are all, also one that has no document any more.
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

    /// Notes that the documents of a cycle were read to their ends, and forgets those that they
    /// stand for now: earlier ones of a whole catalogue, and all earlier ones if all was read.
    void complete(Cycle cycle) {
        forget(
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

    /// Forgets documents of this source, and what they have.
    private void forget(String condition, Object... parameters) {
        List<Object[]> rows =
                tx.query(
                        "select digest from feed_documents where " + condition,
                        row -> new Object[] {source, row.text(1)},
                        parameters);
        for (String table : List.of("feed_manifests", "feed_documents")) {
            tx.updateAll("delete from %s where source = ? and digest = ?".formatted(table), rows);
        }
    }

    /// Returns 16 characters that stand for a URN: two of a million items are the same in one of a
    /// million bases.
    private static String hash(String urn) {
        long hash = BASIS;
        for (int i = 0; i < urn.length(); i++) hash = (hash ^ urn.charAt(i)) * PRIME;
        hash ^= hash >>> 32;
        hash *= 0xd6e8feb86659fd93L;
        hash ^= hash >>> 32;
        return "%016x".formatted(hash);
    }
}
