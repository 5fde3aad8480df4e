package dev.pawl.diamonds.canonical;

import dev.pawl.diamonds.table.NumberLists;
import dev.pawl.diamonds.table.NumberSet;
import dev.pawl.diamonds.table.StoreQuery;
import dev.pawl.machine.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Finds the stones that a complete full run did not see, and removes them after a grace period.
///
/// The caller decides that the run is full and complete. A stone that is missing for the first time
/// starts its grace period; one that is seen again ends it.
public final class MissingStones {
    private static final int SCAN = 20_000;

    private MissingStones() {}

    /// When stones are removed: how long they must be missing, and the share of live stones, from 0
    /// to 1, beyond which nothing is removed because the supplier's answer is not believed.
    public record Policy(Duration grace, double shareMax) {
        public Policy {
            if (grace.isNegative() || !(shareMax >= 0 && shareMax <= 1)) {
                throw new IllegalArgumentException(
                        "expected a grace period of 0 or more and a share from 0 to 1, found %s"
                                        .formatted(grace)
                                + " and "
                                + shareMax);
            }
        }
    }

    /// What a removal did.
    public sealed interface Result {
        /// How many stones were removed, and how many are missing but in their grace period.
        record Removed(int removed, int waiting) implements Result {}

        /// Too many stones are missing; nothing was removed.
        record Refused(int missing, int live, double shareMax) implements Result {
            public String text() {
                return "%,d of %,d live stones are missing (%.1f %%), more than the %.1f %%"
                                .formatted(missing, live, 100.0 * missing / live, 100 * shareMax)
                        + " that a run may remove";
            }
        }
    }

    /// How many of the live stones of a feed a run did not see.
    public record Preview(int missing, int live) {}

    /// Counts the stones of a feed that `run` did not see, whether in their grace period or not.
    public static Preview preview(StoreQuery tables, PageOrigin run) {
        List<Long> live = live(tables, run.feed());
        return new Preview(missing(tables, run, live).size(), live.size());
    }

    private static List<Long> missing(StoreQuery tables, PageOrigin run, List<Long> live) {
        NumberSet seen = RunCounts.seen(tables, run.run());
        return live.stream().filter(number -> !seen.contains(number)).toList();
    }

    /// Removes the stones of a feed that `run` did not see.
    public static Result remove(Transaction tx, PageOrigin run, Policy policy, Instant now) {
        List<Long> live = live(tx::query, run.feed());
        List<Long> missing = missing(tx::query, run, live);
        if (missing.size() > live.size() * policy.shareMax()) {
            return new Result.Refused(missing.size(), live.size(), policy.shareMax());
        }
        String at = Times.text(now);
        tx.updateAll(
                "update diamond_raw set missing_since = ?"
                        + " where number = ? and missing_since is null",
                missing.stream().map(number -> new Object[] {at, number}).toList());
        List<Long> due = due(tx, missing, Times.text(now.minus(policy.grace())));
        ChangeLog log = new ChangeLog(tx, at);
        List<Object[]> rows = new ArrayList<>();
        for (long number : due) {
            rows.add(new Object[] {at, run.run(), at, number});
            log.removed(number, run.run());
        }
        tx.updateAll(
                "update diamond_stones set removed_at = ?, updated_run = ?, updated_at = ?"
                        + " where number = ? and removed_at is null",
                rows);
        log.flush();
        return new Result.Removed(due.size(), missing.size() - due.size());
    }

    private static List<Long> due(Transaction tx, List<Long> missing, String since) {
        record Since(long number, String missing) {}
        return NumberLists.query(
                        tx,
                        "select number, missing_since from diamond_raw"
                                + " where missing_since is not null and number in (…)",
                        row -> new Since(row.number(1), row.text(2)),
                        missing)
                .stream()
                .filter(each -> each.missing().compareTo(since) <= 0)
                .map(Since::number)
                .distinct()
                .toList();
    }

    /// Reads in parts, because a driver holds the whole answer to a query.
    private static List<Long> live(StoreQuery tables, String feed) {
        List<Long> live = new ArrayList<>();
        long last = 0;
        while (true) {
            List<Long> some =
                    tables.query(
                            "select number from diamond_stones where feed = ? and number > ?"
                                    + " and removed_at is null order by number limit ?",
                            row -> row.number(1),
                            feed,
                            last,
                            SCAN);
            live.addAll(some);
            if (some.size() < SCAN) return live;
            last = some.getLast();
        }
    }
}
