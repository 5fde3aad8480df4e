package dev.pawl.store.postgres;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.machine.Writing;
import dev.pawl.run.Message;
import dev.pawl.run.RunId;
import dev.pawl.store.format.HistoryHash;
import dev.pawl.store.format.Keys;
import dev.pawl.store.threads.CommitJob;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// An encoded commit that waits to become durable.
public final class PgJob extends CommitJob {
    private static final Set<NamedDocument.Kind> SETTINGS =
            Set.of(
                    NamedDocument.Kind.MACHINE,
                    NamedDocument.Kind.QUEUE,
                    NamedDocument.Kind.POOL,
                    NamedDocument.Kind.SCHEDULE,
                    NamedDocument.Kind.RETENTION);

    public final List<PgChange> changes = new ArrayList<>(1);
    final List<Message> sent;
    final List<Message> taken;
    final List<NamedDocument> documents;
    public final List<Writing> writings;
    final List<Newest> newest = new ArrayList<>(0);
    final List<NamedDocument> same = new ArrayList<>(0);

    /// Locks on the names that the commit guards, and on those that it writes.
    final Set<Long> guarded;

    final Set<Long> written;

    /// Whether to notify other nodes, because a setting changes.
    final boolean isSetting;

    /// Whether to notify other nodes, because a run without an owner is to continue.
    final boolean isFree;

    public PgJob(Commit commit, PgChains chains) {
        for (Commit.Change change : commit.changes()) changes.add(PgChange.of(change, chains));
        boolean named = !commit.documents().isEmpty() || !commit.guards().isEmpty();
        guarded = named ? new HashSet<>() : Set.of();
        written = named ? new HashSet<>() : Set.of();
        sent = commit.sent();
        taken = commit.taken();
        documents = commit.documents();
        writings = commit.writings();
        for (Guard guard : commit.guards()) {
            switch (guard) {
                case Guard.Newest one -> add(one);
                case Guard.Same(NamedDocument document) -> {
                    same.add(document);
                    guarded.add(lock(document));
                }
            }
        }
        for (NamedDocument document : documents) written.add(lock(document));
        boolean setting = false;
        for (NamedDocument document : documents) setting |= SETTINGS.contains(document.kind());
        isSetting = setting;
        boolean free = false;
        for (PgChange change : changes) {
            free |= change.run().owner() == 0 && !change.run().status().isEnd();
        }
        isFree = free;
    }

    /// Returns whether this job fits into a group that changes these runs and writes these names:
    /// its guards are checked before anything of the group is written.
    boolean goesWith(Set<RunId> runs, Set<Long> names) {
        for (long lock : guarded) if (names.contains(lock)) return false;
        for (PgChange change : changes) if (runs.contains(change.run().id())) return false;
        return true;
    }

    int bytes() {
        int bytes = 0;
        for (PgChange change : changes) {
            bytes += change.body().length() + change.entries().length();
            bytes += change.run().origin().request().size();
        }
        return bytes;
    }

    private void add(Guard.Newest guard) {
        RunId known = guard.newest();
        long bound = known == null ? -1 : known.value();
        for (PgChange change : changes) {
            boolean follows =
                    change.isNew()
                            && change.run().machine().equals(guard.machine())
                            && change.run().key().equals(guard.key());
            // A new run must be the newest itself, or the next guard would not see it.
            if (follows) bound = Math.min(bound, change.run().id().value() - 1);
        }
        newest.add(new Newest(guard.machine(), guard.key(), Keys.idOf(guard.key()), bound));
        long lock = lock("key", guard.machine(), guard.key());
        guarded.add(lock);
        written.add(lock);
    }

    private static long lock(NamedDocument document) {
        return lock("document", document.kind().name(), document.name());
    }

    /// The locks of all schemas of a database share one space of numbers. A collision is unlikely,
    /// and only costs a wait.
    private static long lock(String kind, String first, String second) {
        var sha256 = HistoryHash.sha256();
        for (String part : List.of(kind, first, second)) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
            sha256.update(bytes);
        }
        return ByteBuffer.wrap(sha256.digest()).getLong();
    }

    /// No live run of this machine and key may have an id greater than `bound`; `id` is the id that
    /// the key spells, or -1.
    record Newest(String machine, String key, long id, long bound) {}
}
