package dev.pawl.store;

import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Mail;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.Timing;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Moves everything from one store into another one that is empty: runs with their histories, mail
/// and items. The first store stays as it is.
///
/// Runs go in order of their ids, and each commit has whole runs or a further part of a long one;
/// so whoever died in the middle goes on after the last run that arrived. Until the end the second
/// store is marked as unfinished, and no engine opens it. Nobody may use either store meanwhile.
public final class Moving {
    private static final int RUNS_AT_ONCE = 200;
    private static final int ENTRIES_AT_ONCE = 2_000;
    private static final int MAIL_AT_ONCE = 500;

    private final Store from;
    private final Store to;
    private final String source;
    private final Progress progress;
    private final List<Commit.Change> batch = new ArrayList<>();
    private int entries;
    private long moved;

    private Moving(Store from, Store to, String source, Progress progress) {
        this.from = from;
        this.to = to;
        this.source = source;
        this.progress = progress;
    }

    /// Moves, or goes on with a move from `source`, which names the first store; returns what both
    /// hold then. Throws [Refusal] if a node is at work on a store or the second is not empty.
    public static Result move(Store from, Store to, String source, Progress progress) {
        return new Moving(from, to, source, progress).move();
    }

    private Result move() {
        requireRest();
        boolean resumed = begin();
        for (Item.Kind kind : Item.Kind.values()) {
            if (kind == Item.Kind.MOVE) continue;
            List<Item> items = from.items(kind);
            if (!items.isEmpty()) to.commit(Commit.of(items.toArray(Item[]::new)));
        }
        runs();
        mail();
        Contents before = Contents.of(from, runs -> progress.on(Stage.READING, runs));
        Contents after = Contents.of(to, runs -> progress.on(Stage.COMPARING, runs));
        requireRest();
        boolean same = before.equals(after);
        if (same) to.commit(Commit.of(mark(null)));
        return new Result(before, after, resumed, same ? Optional.empty() : difference());
    }

    private void requireRest() {
        requireRest(from, "the store to move");
        requireRest(to, "the store to move to");
        for (Item move : from.items(Item.Kind.MOVE)) {
            throw new Refusal(
                    "the store to move has only a part of the runs: the move from %s into it is not"
                                    .formatted(move.name())
                            + " finished");
        }
    }

    private static void requireRest(Store store, String which) {
        store.cluster()
                .flatMap(Cluster::oldest)
                .map(Member::node)
                .ifPresent(node -> {
                    throw new Refusal(
                            "node %s (%s) is at work on %s; stop all nodes first"
                                    .formatted(node.name(), node.where(), which));
                });
    }

    /// Marks the second store, and returns whether it was marked by the same move before.
    private boolean begin() {
        List<Item> marks = to.items(Item.Kind.MOVE);
        for (Item other : marks) {
            if (other.name().equals(source)) return true;
            throw new Refusal(
                    "the move from %s into this store is not finished; go on with that one, or name"
                                    .formatted(other.name())
                            + " an empty store");
        }
        boolean empty = to.count(Filter.ALL) == 0 && to.mail(1).isEmpty();
        for (Item.Kind kind : Item.Kind.values()) empty &= to.items(kind).isEmpty();
        if (!empty) {
            throw new Refusal(
                    "the store to move to has contents, and only an empty one can take everything;"
                            + " name another directory or schema");
        }
        to.commit(Commit.of(mark(Payload.of("{}"))));
        return false;
    }

    private Item mark(@Nullable Payload body) {
        return new Item(Item.Kind.MOVE, source, body);
    }

    private void runs() {
        Page page = Page.oldest(RUNS_AT_ONCE);
        for (Run last : to.runs(Filter.ALL, Page.newest(1))) {
            moved = to.count(Filter.ALL);
            rest(from.run(last.id()).orElseThrow(() -> changed(last.id())), last.version());
            page = page.after(last.id());
        }
        while (true) {
            List<Run> runs = from.runs(Filter.ALL, page);
            for (Run run : runs) add(run);
            flush();
            if (runs.size() < page.limit()) return;
            page = page.after(runs.getLast().id());
        }
    }

    private void add(Run run) {
        List<HistoryEntry> history = from.history(run.id(), 0, ENTRIES_AT_ONCE);
        if (history.isEmpty() || history.getLast().seq() < run.version()) {
            flush();
            rest(run, 0);
            moved++;
            return;
        }
        if (entries + history.size() > ENTRIES_AT_ONCE) flush();
        batch.add(new Commit.Change(run.ownedBy(0), history));
        entries += history.size();
    }

    private void flush() {
        if (batch.isEmpty()) return;
        to.commit(Commit.of(batch.toArray(Commit.Change[]::new)));
        moved += batch.size();
        batch.clear();
        entries = 0;
        progress.on(Stage.MOVING, moved);
    }

    /// Moves a long history in parts; in between the run stands where the last entry left it.
    private void rest(Run run, long done) {
        long last = done;
        while (last < run.version()) {
            List<HistoryEntry> some = from.history(run.id(), last, ENTRIES_AT_ONCE);
            if (some.isEmpty()) {
                throw new StoreException(
                        StoreException.Kind.CORRUPT,
                        "the history of run %s ends with entry %d instead of %d; `pawl verify` says"
                                        .formatted(run.id(), last, run.version())
                                + " more",
                        null);
            }
            last = some.getLast().seq();
            Run present = last == run.version() ? run : standing(run, some.getLast());
            to.commit(Commit.of(new Commit.Change(present.ownedBy(0), some)));
        }
    }

    private static Run standing(Run run, HistoryEntry at) {
        Timing t = run.timing();
        Timing timing =
                new Timing(
                        t.created(),
                        t.updated(),
                        t.since(),
                        t.timer(),
                        t.deadline(),
                        at.status().isEnd() ? t.ended() : null);
        return run.with(run.condition().at(at.status(), at.state()))
                .with(timing)
                .withVersion(at.seq());
    }

    private void mail() {
        Set<Long> there = new HashSet<>();
        for (Mail mail : to.mail(Integer.MAX_VALUE)) there.add(mail.id());
        List<Mail> left =
                from.mail(Integer.MAX_VALUE).stream().filter(m -> !there.contains(m.id())).toList();
        for (int i = 0; i < left.size(); i += MAIL_AT_ONCE) {
            List<Mail> some = left.subList(i, Math.min(left.size(), i + MAIL_AT_ONCE));
            to.commit(new Commit(List.of(), some, List.of(), List.of(), List.of()));
        }
    }

    /// Returns the first run that differs; without one, it is mail or an item.
    private Optional<RunId> difference() {
        Page page = Page.oldest(RUNS_AT_ONCE);
        while (true) {
            List<Run> runs = from.runs(Filter.ALL, page);
            for (Run run : runs) {
                Optional<Run> other = to.run(run.id());
                boolean same =
                        other.isPresent()
                                && Contents.of(from, run).equals(Contents.of(to, other.get()));
                if (!same) return Optional.of(run.id());
            }
            if (runs.size() < page.limit()) return Optional.empty();
            page = page.after(runs.getLast().id());
        }
    }

    private Refusal changed(RunId run) {
        return new Refusal(
                "run %s has moved before and is no longer in %s: that store was changed since; name"
                                .formatted(run, source)
                        + " an empty store to move to, and begin anew");
    }

    /// What both stores hold after a move, whether it went on with one that was cut off, and the
    /// first run that differs if one does.
    public record Result(Contents from, Contents to, boolean resumed, Optional<RunId> differing) {
        public boolean isSame() {
            return from.equals(to);
        }
    }

    /// What a move is doing.
    public enum Stage {
        /// Writing runs into the second store.
        MOVING,
        /// Reading the first store once more, for its checksum.
        READING,
        /// Reading the second store for its checksum.
        COMPARING
    }

    /// Is told how many runs a stage has done.
    @FunctionalInterface
    public interface Progress {
        void on(Stage stage, long runs);
    }

    /// The stores are not such that one can be moved into the other.
    public static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refusal(String message) {
            super(message);
        }
    }
}
