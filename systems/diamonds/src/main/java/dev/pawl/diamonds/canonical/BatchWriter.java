package dev.pawl.diamonds.canonical;

import dev.pawl.diamonds.canonical.PreparedStone.Payload;
import dev.pawl.diamonds.canonical.PreparedStone.Ready;
import dev.pawl.diamonds.canonical.PreparedStone.Refused;
import dev.pawl.diamonds.mapping.StoneMapping;
import dev.pawl.diamonds.table.NumberLists;
import dev.pawl.machine.Transaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Compares prepared stones with the stored ones and writes what differs.
final class BatchWriter {
    private static final String STORED =
            "select r.number, r.revision, q.number, s.revision, s.content_hash, s.mapping_version,"
                    + " s.price_cents, s.rule_id, s.rating, s.removed_at"
                    + " from diamond_raw r left join diamond_stones s on s.number = r.number"
                    + " left join diamond_quarantine q on q.number = r.number"
                    + " where r.number in (…)";
    private static final String FIELDS =
            "select number, " + StoneRow.FIELD_COLUMNS + " from diamond_stones where number in (…)";

    private final Transaction tx;
    private final String feed;
    private final String now;
    private final List<Object[]> created = new ArrayList<>();
    private final List<Change> changed = new ArrayList<>();
    private final List<Object[]> advanced = new ArrayList<>();
    private final List<Refused> refused = new ArrayList<>();
    private final List<Object[]> cured = new ArrayList<>();
    private final UnknownValues unknown;
    private int unchanged;
    private int superseded;

    BatchWriter(Transaction tx, String feed, String now) {
        this.tx = tx;
        this.feed = feed;
        this.now = now;
        this.unknown = new UnknownValues(tx, feed, now);
    }

    void add(List<PreparedStone> stones) {
        Map<Long, Stored> stored = new HashMap<>();
        List<Long> numbers = stones.stream().map(each -> each.payload().number()).toList();
        NumberLists.query(tx, STORED, Stored::of, numbers)
                .forEach(each -> stored.put(each.number(), each));
        for (PreparedStone stone : stones) {
            Stored before = stored.get(stone.payload().number());
            if (before == null) throw new LostRace("stones", stones.size(), stored.size());
            add(stone, before);
        }
    }

    private void add(PreparedStone stone, Stored before) {
        // A newer payload has its own page, which may be done already: this one must not win.
        if (before.payloadRevision() != stone.payload().revision()) {
            superseded++;
            return;
        }
        switch (stone) {
            case Refused none -> refused.add(none);
            case Ready ready -> {
                unknown.add(ready);
                if (before.isQuarantined()) cured.add(new Object[] {before.number()});
                put(ready, before.stone());
            }
        }
    }

    private void put(Ready ready, @Nullable StoredStone before) {
        if (before == null) {
            created.add(StoneRow.created(ready, feed, now));
        } else if (!before.isAs(ready)) {
            changed.add(new Change(ready, before));
        } else {
            unchanged++;
            // A payload between the stored one and this one may still be on its way from another
            // node; the newer revision keeps it from being written.
            if (ready.payload().revision() > before.revision() + 1) {
                Payload payload = ready.payload();
                advanced.add(
                        new Object[] {payload.revision(), payload.number(), before.revision()});
            }
        }
    }

    BatchCounts flush() {
        require("new stones", created.size(), StoneRow.INSERT.insert(tx, created));
        require(
                "revisions",
                advanced.size(),
                tx.updateAll(
                        "update diamond_stones set revision = ? where number = ? and revision = ?",
                        advanced));
        change();
        new QuarantineRows(tx, feed, now).write(refused);
        tx.updateAll("delete from diamond_quarantine where number = ?", cured);
        unknown.flush();
        return new BatchCounts(
                created.size(), changed.size(), unchanged, refused.size(), superseded);
    }

    private void change() {
        if (changed.isEmpty()) return;
        Map<Long, Map<String, String>> before = new HashMap<>();
        List<Long> numbers = changed.stream().map(each -> each.to().payload().number()).toList();
        NumberLists.query(
                        tx,
                        FIELDS,
                        row -> Map.entry(row.number(1), StoneRow.fields(row, 2)),
                        numbers)
                .forEach(each -> before.put(each.getKey(), each.getValue()));
        ChangeLog log = new ChangeLog(tx, now);
        List<Object[]> rows = new ArrayList<>();
        for (Change change : changed) {
            Payload payload = change.to().payload();
            StoredStone from = change.from();
            rows.add(StoneRow.updated(change.to(), from.revision(), from.priceCents(), now));
            if (from.isRemoved()) log.returned(payload);
            Map<String, String> old = before.getOrDefault(payload.number(), Map.of());
            log.differences(payload, StoneRow.differences(old, StoneRow.fields(change.to())));
        }
        require("changed stones", rows.size(), tx.updateAll(StoneRow.UPDATE, rows));
        log.flush();
    }

    private static void require(String what, long expected, long found) {
        if (expected != found) throw new LostRace(what, expected, found);
    }

    /// What the tables hold for one number.
    private record Stored(
            long number, int payloadRevision, boolean isQuarantined, @Nullable StoredStone stone) {
        static Stored of(Transaction.Row row) {
            return new Stored(
                    row.number(1),
                    (int) row.number(2),
                    !row.isNull(3),
                    row.isNull(4) ? null : StoredStone.of(row));
        }
    }

    private record Change(Ready to, StoredStone from) {}

    /// What decides whether a stored stone is as a prepared one.
    private record StoredStone(
            int revision,
            String hash,
            int mapping,
            long priceCents,
            String ruleId,
            int rating,
            boolean isRemoved) {
        static StoredStone of(Transaction.Row row) {
            return new StoredStone(
                    (int) row.number(4),
                    row.text(5),
                    (int) row.number(6),
                    row.number(7),
                    row.text(8),
                    (int) row.number(9),
                    !row.isNull(10));
        }

        boolean isAs(Ready ready) {
            return hash.equals(ready.hash())
                    && mapping == StoneMapping.VERSION
                    && priceCents == ready.priceCents()
                    && ruleId.equals(ready.ruleId())
                    && rating == ready.rating()
                    && !isRemoved;
        }
    }
}
