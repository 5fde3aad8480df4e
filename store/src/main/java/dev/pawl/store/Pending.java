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

/// Commits of many groups, coalesced: the newest value of each run, and its history in one piece.
///
/// Only the owner of the journal adds to it, after a group is durable; the lookups may be called
/// from any thread.
final class Pending {
    private static final RunId[] NO_IDS = {};

    private final Map<RunId, PendingRun> runs = new ConcurrentHashMap<>();
    private final Map<Name, RunId[]> keys = new ConcurrentHashMap<>();
    private final Map<Name, RunId> idempotencies = new ConcurrentHashMap<>();

    private final List<PendingRun> order = new ArrayList<>();
    private final NavigableMap<Long, Mail> sent = new TreeMap<>();
    private final Set<Long> taken = new LinkedHashSet<>();
    private final Map<String, Item> items = new LinkedHashMap<>();
    private long bytes;
    private long greatestId;
    private volatile boolean used;
    private volatile long journal;

    /// Takes in a commit of the journal's group `n`.
    void add(EncodedCommit commit, long n) {
        for (EncodedCommit.Change change : commit.changes()) add(change);
        for (Mail mail : commit.sent()) sent.put(mail.id(), mail);
        for (long id : commit.taken()) {
            // What came and went in between leaves no row; the rest is in the table.
            if (sent.remove(id) == null) taken.add(id);
        }
        for (Item item : commit.items()) items.put(item.kind() + "/" + item.name(), item);
        bytes += commit.bytes().length();
        greatestId = Math.max(greatestId, commit.greatestId());
        journal = n;
        used = true;
    }

    /// Returns the pending value of a run.
    @Nullable Run run(RunId id) {
        PendingRun pending = runs.get(id);
        return pending == null ? null : pending.run();
    }

    /// Returns the runs of a machine and key.
    RunId[] withKey(String machine, String key) {
        return keys.getOrDefault(new Name(machine, key), NO_IDS);
    }

    /// Returns the run of a machine with this idempotency key.
    @Nullable RunId startedWith(String machine, String idempotency) {
        return idempotencies.get(new Name(machine, idempotency));
    }

    /// Returns whether there is no commit in here; any thread may ask.
    boolean isEmpty() {
        return !used;
    }

    /// Returns the greatest id of a run or of mail in here.
    long greatestId() {
        return greatestId;
    }

    /// Returns the last group of the journal that is in here.
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
