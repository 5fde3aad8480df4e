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
        tx.update(
                "delete from feed_documents where source = ? and digest = ?",
                source,
                origin.digest());
        tx.update(
                "delete from feed_manifests where source = ? and digest = ?",
                source,
                origin.digest());
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

    /// Returns the catalogues of which all was read in this cycle.
    List<String> whole(Cycle cycle) {
        return tx.query(
                "select distinct catalogue from feed_documents where source = ? and cycle = ?"
                        + " and (is_partial = 0 or ? = 1) order by catalogue",
                row -> row.text(1),
                source,
                cycle.number(),
                cycle.full() ? 1 : 0);
    }

    /// Returns the items of a catalogue that no document has any more: neither one of this cycle,
    /// nor, unless all was read, one of before that still counts.
    List<String> missing(String catalogue, Cycle cycle) {
        Set<String> present = new HashSet<>();
        for (String hashes : hashes(cycle)) {
            for (int i = 0; i < hashes.length(); i += HASH_CHARS) {
                present.add(hashes.substring(i, i + HASH_CHARS));
            }
        }
        List<String> live =
                tx.query(
                        "select urn from feed_items where source = ? and catalogue = ?"
                                + " and removed_at is null order by urn",
                        row -> row.text(1),
                        source,
                        catalogue);
        return live.stream().filter(urn -> !present.contains(hash(urn))).toList();
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
    /// stand for now.
    void complete(Cycle cycle) {
        for (String table : List.of("feed_manifests", "feed_documents")) {
            tx.update(
                    ("delete from %s where source = ? and digest in (select digest from"
                                    + " feed_documents where source = ? and cycle < ?"
                                    + " and catalogue in (select catalogue from feed_documents"
                                    + " where source = ? and cycle = ? and is_partial = 0))")
                            .formatted(table),
                    source,
                    source,
                    cycle.number(),
                    source,
                    cycle.number());
        }
        tx.update(
                "update feed_documents set is_complete = 1 where source = ? and cycle = ?",
                source,
                cycle.number());
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
