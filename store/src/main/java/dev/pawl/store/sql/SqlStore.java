package dev.pawl.store.sql;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Queued;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.Tally;
import dev.pawl.engine.store.Wake;
import dev.pawl.machine.Transaction.RowMapper;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Message;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The reads of the store's contract, each as one of the [Queries]. A store replaces those that it
/// answers in another way.
public abstract class SqlStore implements Store {

    /// Runs a query that sees every commit that has returned.
    protected abstract <T extends @Nullable Object> T read(SessionQuery<T> query);

    @Override
    public Optional<Run> run(RunId id) {
        return Optional.ofNullable(this.<@Nullable Run>read(s -> Queries.run(s, id)));
    }

    @Override
    public Map<RunId, RunStatus> statuses(Set<RunId> ids) {
        return read(session -> {
            Map<RunId, RunStatus> found = new HashMap<>();
            Queries.statuses(session, ids, found);
            return found;
        });
    }

    @Override
    public Optional<Run> startedWith(String machine, String idempotency) {
        return Optional.ofNullable(
                this.<@Nullable Run>read(s -> Queries.startedWith(s, machine, idempotency)));
    }

    @Override
    public List<Run> runs(Filter filter, Page page) {
        return read(session -> Queries.runs(session, filter, page));
    }

    @Override
    public long count(Filter filter) {
        return read(session -> Queries.count(session, filter));
    }

    @Override
    public <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters) {
        return read(session -> StepTransaction.answer(session, sql, mapper, parameters));
    }

    @Override
    public List<Tally> tally() {
        return read(Queries::tally);
    }

    @Override
    public List<Wake> wakes(int limit) {
        return read(session -> Queries.wakes(session, limit));
    }

    @Override
    public List<Queued> queued(String queue, Set<String> except, int limit) {
        return read(session -> Queries.queued(session, queue, except, limit));
    }

    @Override
    public List<HistoryEntry> history(RunId id, long after, int limit) {
        return read(session -> Queries.history(session, id, after, limit));
    }

    @Override
    public List<LoggedEntry> log(long beyond, int limit) {
        return read(session -> Queries.log(session, beyond, limit));
    }

    @Override
    public List<Message> messages(long beyond, int limit) {
        return read(session -> Queries.messages(session, beyond, limit));
    }

    @Override
    public List<NamedDocument> documents(NamedDocument.Kind kind) {
        return read(session -> Queries.documents(session, kind));
    }

    @Override
    public List<NamedDocument> documents(NamedDocument.Kind kind, String prefix) {
        return read(session -> Queries.documents(session, kind, prefix));
    }

    @Override
    public Optional<NamedDocument> document(NamedDocument.Kind kind, String name) {
        return read(session -> Queries.document(session, kind, name));
    }

    @Override
    public List<String> verify() {
        return read(session -> session.snapshot(Verification::of));
    }
}
