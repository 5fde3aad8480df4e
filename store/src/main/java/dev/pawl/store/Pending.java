package dev.pawl.store;

import dev.pawl.engine.store.Item;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Everything that is durable in the journal and not yet in the tables, coalesced.
///
/// Only the owner of the write connection changes it, after the journal row is durable; the three
/// lookups may be called from any thread, so that a run is found the moment its commit returns.
final class Pending {
    private final Map<RunId, PendingRun> runs = new ConcurrentHashMap<>();
    private final Map<Name, RunId[]> keys = new ConcurrentHashMap<>();
    private final Map<Name, RunId> idempotencies = new ConcurrentHashMap<>();

    private final List<PendingRun> order = new ArrayList<>();
    private final NavigableMap<Long, Mail> sent = new TreeMap<>();
    private final Set<Long> taken = new LinkedHashSet<>();
    private final Map<String, Item> items = new LinkedHashMap<>();
    private long bytes;
    private volatile long journal;

    /// Takes in a commit that the journal's row `n` made durable.
    void add(EncodedCommit commit, long n) {
        for (EncodedCommit.Change change : commit.changes()) add(change);
        for (Mail mail : commit.sent()) sent.put(mail.id(), mail);
        for (long id : commit.taken()) {
            // What came and went in between leaves no row; the rest is in the table.
            if (sent.remove(id) == null) taken.add(id);
        }
        for (Item item : commit.items()) items.put(item.kind() + "/" + item.name(), item);
        bytes += commit.bytes().length();
        journal = n;
    }

    /// Returns the pending value of a run.
    @Nullable Run run(RunId id) {
        PendingRun pending = runs.get(id);
        return pending == null ? null : pending.run();
    }

    /// Returns the newest pending run of a machine and key that has not ended.
    @Nullable Run live(String machine, String key) {
        RunId[] ids = keys.get(new Name(machine, key));
        if (ids == null) return null;
        Run newest = null;
        for (RunId id : ids) {
            Run run = run(id);
            if (run == null || run.status().isEnd()) continue;
            if (newest == null || run.id().compareTo(newest.id()) > 0) newest = run;
        }
        return newest;
    }

    /// Returns the pending run of a machine with this idempotency key.
    @Nullable Run startedWith(String machine, String idempotency) {
        RunId id = idempotencies.get(new Name(machine, idempotency));
        return id == null ? null : run(id);
    }

    /// Returns whether the tables have every commit; any thread may ask.
    boolean isEmpty() {
        return journal == 0;
    }

    /// Returns the last journal row that is in here.
    long journal() {
        return journal;
    }

    long bytes() {
        return bytes;
    }

    /// Returns the runs in the order in which they first changed.
    List<PendingRun> runs() {
        return order;
    }

    Collection<Mail> sent() {
        return sent.values();
    }

    Set<Long> taken() {
        return taken;
    }

    Collection<Item> items() {
        return items.values();
    }

    /// Forgets everything: the tables have it.
    void clear() {
        runs.clear();
        keys.clear();
        idempotencies.clear();
        order.clear();
        sent.clear();
        taken.clear();
        items.clear();
        bytes = 0;
        journal = 0;
    }

    private void add(EncodedCommit.Change change) {
        Run run = change.run();
        PendingRun known = runs.get(run.id());
        if (known != null) {
            known.add(change);
            return;
        }
        PendingRun pending = new PendingRun(change);
        runs.put(run.id(), pending);
        order.add(pending);
        String key = run.origin().key();
        if (key != null) {
            keys.merge(new Name(run.machine(), key), new RunId[] {run.id()}, Pending::joined);
        }
        String idempotency = run.origin().idempotency();
        if (idempotency != null) {
            idempotencies.put(new Name(run.machine(), idempotency), run.id());
        }
    }

    private static RunId[] joined(RunId[] first, RunId[] second) {
        RunId[] all = Arrays.copyOf(first, first.length + 1);
        all[first.length] = second[0];
        return all;
    }

    private record Name(String machine, String text) {}
}
