package dev.pawl.store;

import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Message;
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

/// Moves everything from one store into another, empty one: runs with their histories, messages and
/// documents. The first store stays as it is.
///
/// Runs move in the order of their ids, and each commit holds whole runs or the next part of a long
/// one, so an interrupted move resumes after the last run that arrived. Until the end the second
/// store is marked as unfinished, and no engine opens it. No process may use either store
/// meanwhile.
public final class StoreMove {
    private static final int RUNS_AT_ONCE = 200;
    private static final int ENTRIES_AT_ONCE = 2_000;
    private static final int MESSAGES_AT_ONCE = 500;

    private final Store from;
    private final Store to;
    private final String source;
    private final Progress progress;
    private final List<Commit.Change> batch = new ArrayList<>();
    private int entries;
    private long moved;

    private StoreMove(Store from, Store to, String source, Progress progress) {
        this.from = from;
        this.to = to;
        this.source = source;
        this.progress = progress;
    }

    /// Moves, or resumes a move from `source`, which names the first store; returns the contents of
    /// both. Throws [Refusal] if a node uses one of the stores or the second is not empty.
    public static Result move(Store from, Store to, String source, Progress progress) {
        return new StoreMove(from, to, source, progress).move();
    }

    private Result move() {
        requireRest();
        boolean resumed = prepare();
        for (NamedDocument.Kind kind : NamedDocument.Kind.values()) {
            if (kind == NamedDocument.Kind.MOVE) continue;
            List<NamedDocument> documents = from.documents(kind);
            if (!documents.isEmpty()) to.commit(Commit.of(documents.toArray(NamedDocument[]::new)));
        }
        runs();
        messages();
        StoreContents before = StoreContents.of(from, runs -> progress.on(Stage.READING, runs));
        StoreContents after = StoreContents.of(to, runs -> progress.on(Stage.COMPARING, runs));
        requireRest();
        boolean same = before.equals(after);
        if (same) to.commit(Commit.of(mark(null)));
        return new Result(before, after, resumed, same ? Optional.empty() : difference());
    }

    private void requireRest() {
        requireRest(from, "the store to move");
        requireRest(to, "the store to move to");
        for (NamedDocument move : from.documents(NamedDocument.Kind.MOVE)) {
            throw new Refusal(
                    "the store to move has only some of its runs: the move from %s into it is not"
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
                            "node %s (%s) uses %s; stop all nodes first"
                                    .formatted(node.name(), node.where(), which));
                });
    }

    /// Marks the second store, and returns whether the same move had marked it before.
    private boolean prepare() {
        List<NamedDocument> marks = to.documents(NamedDocument.Kind.MOVE);
        for (NamedDocument other : marks) {
            if (other.name().equals(source)) return true;
            throw new Refusal(
                    "the move from %s into this store is not finished; resume that one, or name"
                                    .formatted(other.name())
                            + " an empty store");
        }
        boolean empty = to.count(Filter.ALL) == 0 && to.messages(1).isEmpty();
        for (NamedDocument.Kind kind : NamedDocument.Kind.values())
            empty &= to.documents(kind).isEmpty();
        if (!empty) {
            throw new Refusal(
                    "the store to move to has contents, and an empty one is expected;"
                            + " name another directory or schema");
        }
        to.commit(Commit.of(mark(Payload.of("{}"))));
        return false;
    }

    private NamedDocument mark(@Nullable Payload body) {
        return new NamedDocument(NamedDocument.Kind.MOVE, source, body);
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

    /// Moves a long history in parts; in between, the run has the state that the last moved entry
    /// left it in.
    private void rest(Run run, long done) {
        long last = done;
        while (last < run.version()) {
            List<HistoryEntry> some = from.history(run.id(), last, ENTRIES_AT_ONCE);
            if (some.isEmpty()) {
                throw new StoreException(
                        StoreException.Kind.CORRUPT,
                        "the history of run %s ends with entry %d instead of %d; see `pawl verify`"
                                .formatted(run.id(), last, run.version()),
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

    private void messages() {
        Set<Long> there = new HashSet<>();
        for (Message message : to.messages(Integer.MAX_VALUE)) there.add(message.id());
        List<Message> left =
                from.messages(Integer.MAX_VALUE).stream()
                        .filter(m -> !there.contains(m.id()))
                        .toList();
        for (int i = 0; i < left.size(); i += MESSAGES_AT_ONCE) {
            List<Message> some = left.subList(i, Math.min(left.size(), i + MESSAGES_AT_ONCE));
            to.commit(Commit.NONE.sending(some));
        }
    }

    /// Returns the first run that differs; if there is none, a message or a document differs.
    private Optional<RunId> difference() {
        Page page = Page.oldest(RUNS_AT_ONCE);
        while (true) {
            List<Run> runs = from.runs(Filter.ALL, page);
            for (Run run : runs) {
                Optional<Run> other = to.run(run.id());
                boolean same =
                        other.isPresent()
                                && StoreContents.of(from, run)
                                        .equals(StoreContents.of(to, other.get()));
                if (!same) return Optional.of(run.id());
            }
            if (runs.size() < page.limit()) return Optional.empty();
            page = page.after(runs.getLast().id());
        }
    }

    private Refusal changed(RunId run) {
        return new Refusal(
                "run %s was moved and is no longer in %s, which has changed since; start again with"
                                .formatted(run, source)
                        + " an empty store to move to");
    }

    /// The contents of both stores after a move, whether it resumed an interrupted one, and the
    /// first run that differs, if any.
    public record Result(
            StoreContents from, StoreContents to, boolean resumed, Optional<RunId> differing) {
        public boolean isSame() {
            return from.equals(to);
        }
    }

    /// The stage of a move.
    public enum Stage {
        /// Writing runs into the second store.
        MOVING,
        /// Reading the first store once more, for its checksum.
        READING,
        /// Reading the second store for its checksum.
        COMPARING
    }

    /// Receives the number of runs that a stage has processed.
    @FunctionalInterface
    public interface Progress {
        void on(Stage stage, long runs);
    }

    /// A move that the present state of the stores does not allow.
    public static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refusal(String message) {
            super(message);
        }
    }
}
