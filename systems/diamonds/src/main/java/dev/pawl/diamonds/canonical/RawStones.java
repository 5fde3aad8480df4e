package dev.pawl.diamonds.canonical;

import dev.pawl.diamonds.table.BulkInsert;
import dev.pawl.diamonds.table.NumberLists;
import dev.pawl.diamonds.table.NumberSet;
import dev.pawl.diamonds.table.Numbers;
import dev.pawl.diamonds.table.StoreQuery;
import dev.pawl.machine.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Writes the pages of a supplier: payloads, and the manifest that queues them.
public final class RawStones {
    private static final String KNOWN =
            "select stone_id, number, payload_hash, missing_since, feed from diamond_raw"
                    + " where stone_id in (…)";
    private static final BulkInsert RAW =
            BulkInsert.into(
                    "diamond_raw",
                    "number bigint",
                    "feed text",
                    "stone_id text",
                    "page bigint",
                    "revision integer",
                    "payload_hash text",
                    "first_seen_at text",
                    "payload text");
    private static final int QUEUE_SIZE = 500;

    private RawStones() {}

    /// Writes a page and returns what it brought. If a stone occurs twice, the last item counts.
    public static PageCounts write(
            Transaction tx, PageOrigin origin, List<RawStone> items, Instant now) {
        // Sorted, so that two nodes that write the same stones never wait for each other in turn.
        Map<String, RawStone> stones = new TreeMap<>();
        for (RawStone item : items) stones.put(item.id(), item);
        Page page = new Page(tx, origin, now);
        page.sort(stones.values());
        page.flush(items.size());
        return page.counts(items.size());
    }

    /// Queues stones whose payloads are stored for another consolidation, as pages of `run`.
    public static void queue(
            Transaction tx, PageOrigin origin, Collection<Long> numbers, Instant now) {
        List<Long> all = List.copyOf(numbers);
        for (int from = 0; from < all.size(); from += QUEUE_SIZE) {
            List<Long> some = all.subList(from, Math.min(from + QUEUE_SIZE, all.size()));
            long number = Numbers.next(tx, "diamond_pages", 1).getFirst();
            new Manifest(number, origin, List.of(), some).write(tx, 0, now);
        }
    }

    /// Returns the numbers of the stones that an older mapping than `version` produced.
    public static List<Long> mappedBefore(StoreQuery tables, String feed, int version) {
        return tables.query(
                "select number from diamond_stones where feed = ? and mapping_version < ?"
                        + " order by number",
                row -> row.number(1),
                feed,
                version);
    }

    /// Deletes the payloads that no run brought since `before`, and returns how many. The rows
    /// stay: they hold the stones' numbers.
    public static int forgetPayloads(Transaction tx, String feed, Instant before) {
        return tx.update(
                "update diamond_raw set payload = null where feed = ? and payload is not null"
                        + " and page in (select number from diamond_pages where written_at < ?"
                        + " and done_at is not null)",
                feed,
                Times.text(before));
    }

    /// One page while it is written.
    private static final class Page {
        private final Transaction tx;
        private final PageOrigin origin;
        private final String now;
        private final Instant at;
        private final long number;
        private final List<RawStone> fresh = new ArrayList<>();
        private final List<Object[]> changed = new ArrayList<>();
        private final List<Object[]> returned = new ArrayList<>();
        private final List<Long> seen = new ArrayList<>();
        private final List<Long> queued = new ArrayList<>();
        private int same;

        Page(Transaction tx, PageOrigin origin, Instant now) {
            this.tx = tx;
            this.origin = origin;
            this.at = now;
            this.now = Times.text(now);
            this.number = Numbers.next(tx, "diamond_pages", 1).getFirst();
        }

        void sort(Collection<RawStone> stones) {
            Map<String, Known> known = known(stones.stream().map(RawStone::id).toList());
            for (RawStone stone : stones) {
                Known before = known.get(stone.id());
                if (before == null) fresh.add(stone);
                else add(stone, before);
            }
            insert();
        }

        private Map<String, Known> known(List<String> ids) {
            Map<String, Known> known = new HashMap<>();
            for (Known each : NumberLists.query(tx, KNOWN, Known::of, ids)) {
                if (each.feed().equals(origin.feed())) known.put(each.id(), each);
            }
            return known;
        }

        private void add(RawStone stone, Known before) {
            seen.add(before.number());
            boolean isSame = before.hash().equals(stone.hash());
            if (isSame && !before.isMissing()) {
                same++;
                return;
            }
            queued.add(before.number());
            if (isSame) returned.add(new Object[] {number, before.number()});
            else {
                changed.add(new Object[] {number, stone.hash(), stone.payload(), before.number()});
            }
        }

        /// Inserts stones that are not known; those that another node inserts at the same time are
        /// known afterwards.
        private void insert() {
            List<Long> numbers = Numbers.next(tx, "diamond_raw", fresh.size());
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < fresh.size(); i++) {
                RawStone each = fresh.get(i);
                rows.add(
                        new Object[] {
                            numbers.get(i),
                            origin.feed(),
                            each.id(),
                            number,
                            1,
                            each.hash(),
                            now,
                            each.payload()
                        });
            }
            if (RAW.insert(tx, rows) == fresh.size()) {
                seen.addAll(numbers);
                queued.addAll(numbers);
            } else {
                settle(numbers);
            }
        }

        private void settle(List<Long> numbers) {
            Map<String, Known> known = known(fresh.stream().map(RawStone::id).toList());
            for (RawStone each : List.copyOf(fresh)) {
                Known found = known.get(each.id());
                if (found == null) throw new LostRace("payloads", fresh.size(), known.size());
                if (numbers.contains(found.number())) {
                    seen.add(found.number());
                    queued.add(found.number());
                } else {
                    fresh.remove(each);
                    add(each, found);
                }
            }
        }

        void flush(int items) {
            tx.updateAll(
                    "update diamond_raw set page = ?, payload_hash = ?, payload = ?,"
                            + " revision = revision + 1, missing_since = null where number = ?",
                    changed);
            tx.updateAll(
                    "update diamond_raw set page = ?, missing_since = null where number = ?",
                    returned);
            new Manifest(number, origin, seen, queued).write(tx, items, at);
        }

        PageCounts counts(int items) {
            return new PageCounts(items, fresh.size(), changed.size(), returned.size(), same);
        }
    }

    private record Manifest(long number, PageOrigin origin, List<Long> seen, List<Long> queued) {
        /// A page without work is done at once.
        void write(Transaction tx, int items, Instant now) {
            boolean isDone = queued.isEmpty();
            tx.update(
                    "insert into diamond_pages (number, feed, run_id, partition_id, page_offset,"
                            + " items, seen, queued, queued_count, written_at, done_at)"
                            + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, %s)"
                                    .formatted(isDone ? "?" : "null"),
                    parameters(items, Times.text(now), isDone));
        }

        private Object[] parameters(int items, String at, boolean isDone) {
            List<Object> all =
                    new ArrayList<>(
                            List.of(
                                    number,
                                    origin.feed(),
                                    origin.run(),
                                    origin.partition(),
                                    origin.offset(),
                                    items,
                                    NumberSet.text(seen),
                                    NumberSet.text(queued),
                                    queued.size(),
                                    at));
            if (isDone) all.add(at);
            return all.toArray();
        }
    }

    private record Known(String id, long number, String hash, boolean isMissing, String feed) {
        static Known of(Transaction.Row row) {
            return new Known(row.text(1), row.number(2), row.text(3), !row.isNull(4), row.text(5));
        }
    }
}
