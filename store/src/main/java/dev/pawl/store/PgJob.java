package dev.pawl.store;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.Item;
import dev.pawl.machine.Writing;
import dev.pawl.run.Mail;
import dev.pawl.run.RunId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A commit that is to become durable, encoded on the thread of its caller, who waits for it.
final class PgJob extends Awaited {
    private static final Set<Item.Kind> SETTINGS =
            Set.of(
                    Item.Kind.MACHINE,
                    Item.Kind.QUEUE,
                    Item.Kind.POOL,
                    Item.Kind.SCHEDULE,
                    Item.Kind.RETENTION);

    final List<PgChange> changes = new ArrayList<>(1);
    final List<Mail> sent;
    final List<Mail> taken;
    final List<Item> items;
    final List<Writing> writings;
    final List<Newest> newest = new ArrayList<>(0);
    final List<Item> same = new ArrayList<>(0);

    /// Locks on the names that it guards, and on those that it writes.
    final Set<Long> guarded;

    final Set<Long> written;

    /// Whether other nodes should look, because a setting changes.
    final boolean isSetting;

    /// Whether other nodes should look, because a run that nobody owns is to go on.
    final boolean isFree;

    PgJob(Commit commit, PgChains chains) {
        for (Commit.Change change : commit.changes()) changes.add(PgChange.of(change, chains));
        boolean named = !commit.items().isEmpty() || !commit.guards().isEmpty();
        guarded = named ? new HashSet<>() : Set.of();
        written = named ? new HashSet<>() : Set.of();
        sent = commit.sent();
        taken = commit.taken();
        items = commit.items();
        writings = commit.writings();
        for (Guard guard : commit.guards()) {
            switch (guard) {
                case Guard.Newest one -> add(one);
                case Guard.Same(Item item) -> {
                    same.add(item);
                    guarded.add(lock(item));
                }
            }
        }
        for (Item item : items) written.add(lock(item));
        boolean setting = false;
        for (Item item : items) setting |= SETTINGS.contains(item.kind());
        isSetting = setting;
        boolean free = false;
        for (PgChange change : changes) {
            free |= change.run().owner() == 0 && !change.run().status().isEnd();
        }
        isFree = free;
    }

    /// Returns whether this may be in one group with jobs that changed these runs and wrote these
    /// names: what it expects is looked at before anything of the group is written.
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

    private static long lock(Item item) {
        return lock("item", item.kind().name(), item.name());
    }

    /// The locks of all schemas of a database are in one space of numbers; that a name of another
    /// one has the same number is unlikely, and costs a wait.
    private static long lock(String kind, String first, String second) {
        var sha256 = Migrations.sha256();
        for (String part : List.of(kind, first, second)) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
            sha256.update(bytes);
        }
        return ByteBuffer.wrap(sha256.digest()).getLong();
    }

    /// No live run of this machine and key may have an id beyond `bound`; `id` is the one that the
    /// key writes, or -1.
    record Newest(String machine, String key, long id, long bound) {}
}
