package dev.pawl.testkit;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Writing;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Checks that no SQL of a step is lost or executed twice: the next transaction finds in the tables
/// exactly what the previous one left there, and so does the end of the trial.
///
/// It reads the tables inside each transaction, so it needs no trial without a kill to compare
/// with. For one thread at a time.
final class WritingCheck {
    private final SqlStores stores;
    private final List<String> lost = new ArrayList<>();
    private SortedMap<String, List<String>> expected = new TreeMap<>();
    private int commits;

    WritingCheck(SqlStores stores) {
        this.stores = stores;
    }

    /// Commits, and reads the tables before and after the SQL in the commit.
    void commit(Store store, Commit commit) {
        if (commit.writings().isEmpty()) {
            store.commit(commit);
            return;
        }
        Reading before = new Reading();
        Reading after = new Reading();
        List<Writing> writings = new ArrayList<>();
        writings.add(tx -> before.found = stores.written(tx::query));
        writings.addAll(commit.writings());
        writings.add(tx -> after.found = stores.written(tx::query));
        store.commit(commit.writing(writings));
        commits++;
        if (before.found == null || after.found == null) {
            lost.add(
                    "commit %d with SQL returned, and its SQL was not executed".formatted(commits));
            return;
        }
        compare("before commit %d with SQL".formatted(commits), before.found);
        expected = after.found;
    }

    /// Fails if something was lost earlier, or is missing from the store now.
    void requireNothingLost(Store store) {
        if (commits > 0) compare("at the end", stores.written(store::query));
        if (!lost.isEmpty()) {
            throw new AssertionError(
                    "SQL of a step was lost or executed twice: " + String.join("; ", lost));
        }
    }

    /// Returns how many rows each table has.
    String counts(Store store) {
        SortedMap<String, Integer> counts = new TreeMap<>();
        stores.written(store::query).forEach((table, rows) -> counts.put(table, rows.size()));
        return counts.toString();
    }

    private void compare(String when, SortedMap<String, List<String>> found) {
        if (Objects.equals(found, expected)) return;
        lost.add(
                "%s the tables contain %s, expected %s as committed"
                        .formatted(when, found, expected));
    }

    /// What a transaction saw; if it is executed again, the last time counts.
    private static final class Reading {
        private @Nullable SortedMap<String, List<String>> found;
    }
}
