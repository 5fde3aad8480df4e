package dev.pawl.store.sqlite;

import dev.pawl.engine.store.NamedDocument;
import dev.pawl.run.Message;
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

/// The commits of many groups, coalesced: the newest value of each run, and its history in one
/// piece.
///
/// Only the owner of the journal adds to it, after a group is durable; any thread may look up runs.
final class Pending {
    private static final RunId[] NO_IDS = {};

    private final Map<RunId, PendingRun> runs = new ConcurrentHashMap<>();
    private final Map<Name, RunId[]> keys = new ConcurrentHashMap<>();
    private final Map<Name, RunId> idempotencies = new ConcurrentHashMap<>();

    private final List<PendingRun> order = new ArrayList<>();
    private final NavigableMap<Long, Message> sent = new TreeMap<>();
    private final Set<Long> taken = new LinkedHashSet<>();
    private final Map<String, NamedDocument> documents = new LinkedHashMap<>();
    private long bytes;
    private long greatestId;
    private volatile boolean used;
    private volatile long journal;

    /// Adds the commits of the journal's group `n`.
    void add(List<EncodedCommit> group, long n) {
        for (int i = 0; i < group.size(); i++) add(group.get(i));
        journal = n;
        used = true;
    }

    private void add(EncodedCommit commit) {
        for (int i = 0; i < commit.changes().size(); i++) add(commit.changes().get(i));
        if (!commit.sent().isEmpty()) {
            for (Message message : commit.sent()) sent.put(message.id(), message);
        }
        if (!commit.taken().isEmpty()) {
            for (long id : commit.taken()) take(id);
        }
        if (!commit.documents().isEmpty()) {
            for (NamedDocument document : commit.documents()) {
                documents.put(document.kind() + "/" + document.name(), document);
            }
        }
        bytes += commit.bytes().length();
        greatestId = Math.max(greatestId, commit.greatestId());
    }

    /// A message sent and taken in between leaves no row; the others are in the table.
    private void take(long id) {
        if (sent.remove(id) == null) taken.add(id);
    }

    /// Returns the pending value of a run.
    @Nullable Run run(RunId id) {
        PendingRun pending = runs.get(id);
        return pending == null ? null : pending.run();
    }

    RunId[] withKey(String machine, String key) {
        return keys.getOrDefault(new Name(machine, key), NO_IDS);
    }

    /// Returns the run of a machine with this idempotency key.
    @Nullable RunId startedWith(String machine, String idempotency) {
        return idempotencies.get(new Name(machine, idempotency));
    }

    /// Returns whether it holds no commit; any thread may call it.
    boolean isEmpty() {
        return !used;
    }

    /// Returns the greatest id of a run or message.
    long greatestId() {
        return greatestId;
    }

    /// Returns the number of the last group added.
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

    Collection<Message> sent() {
        return sent.values();
    }

    Set<Long> taken() {
        return taken;
    }

    Collection<NamedDocument> documents() {
        return documents.values();
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
