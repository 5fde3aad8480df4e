package dev.pawl.engine.store;

import dev.pawl.machine.Transaction;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Message;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Stores runs, their history, messages and documents.
///
/// All methods may be called from any thread, and block until they have a result. A read sees every
/// commit that returned before the read started. The caller never makes two concurrent commits that
/// change the same run. All methods throw [StoreException].
public interface Store extends AutoCloseable {

    /// Makes the whole commit durable, or throws and writes nothing.
    ///
    /// When it returns, the commit survives a crash of the process and of the machine. After
    /// [StoreException.Kind#IO] it is unknown whether the commit is durable.
    ///
    /// If nodes share the store, it is refused as [STALE][StoreException.Kind#STALE] if another
    /// node changed one of its runs or received one of its messages, as
    /// [GUARD_FAILED][StoreException.Kind#GUARD_FAILED] if a guard does not hold, and as
    /// [FENCED][StoreException.Kind#FENCED] if the node has lost its lease.
    void commit(Commit commit);

    /// Returns how nodes share this store; empty if only one process can use it.
    default Optional<Cluster> cluster() {
        return Optional.empty();
    }

    /// Returns a run.
    Optional<Run> run(RunId id);

    /// Returns the statuses of those of these runs that exist. Its cost does not depend on the size
    /// of the runs.
    Map<RunId, RunStatus> statuses(Set<RunId> ids);

    /// Returns the newest run of a machine and key that has not ended.
    Optional<Run> live(String machine, String key);

    /// Returns the run of a machine that was started with this idempotency key, ended or not.
    Optional<Run> startedWith(String machine, String idempotency);

    /// Returns the runs that match, by id.
    List<Run> runs(Filter filter, Page page);

    /// Returns the number of runs that match.
    long count(Filter filter);

    /// Returns the numbers of live runs by definition, status and state.
    List<Tally> tally();

    /// Returns the rows of a query on the application's own tables. An invalid query is
    /// [REFUSED][StoreException.Kind#REFUSED], and so is every query of a store without SQL.
    <T> List<T> query(String sql, Transaction.RowMapper<T> mapper, Object... parameters);

    /// Returns the earliest timers and deadlines of live runs, in order of time; if nodes share the
    /// store, only those of the runs that this node owns.
    List<Wake> wakes(int limit);

    /// Returns the runs that wait for a slot of `queue`, highest priority first and then lowest id,
    /// without those whose key is in `except`.
    List<Queued> queued(String queue, Set<String> except, int limit);

    /// Returns the history of a run after entry number `after`, in order.
    List<HistoryEntry> history(RunId id, long after, int limit);

    /// Returns the history entries of all runs after a position, in order of position. The entries
    /// of one run are in order, and the position of an entry never changes.
    List<LoggedEntry> log(long beyond, int limit);

    /// Returns the messages that are not delivered yet, oldest first.
    default List<Message> messages(int limit) {
        return messages(0, limit);
    }

    /// Returns those of the messages that are not delivered yet whose ids are greater than
    /// `beyond`, oldest first.
    List<Message> messages(long beyond, int limit);

    /// Returns all documents of a kind, by name.
    List<NamedDocument> documents(NamedDocument.Kind kind);

    /// Returns the documents of a kind whose names start with `prefix`, by name.
    default List<NamedDocument> documents(NamedDocument.Kind kind, String prefix) {
        return documents(kind).stream()
                .filter(document -> document.name().startsWith(prefix))
                .toList();
    }

    /// Returns a document.
    Optional<NamedDocument> document(NamedDocument.Kind kind, String name);

    /// Deletes ended runs and their history by a [Retention], at most `limit`, oldest end first,
    /// and returns the number of deleted runs.
    int prune(Retention retention, int limit);

    /// Sets the retentions that the engine prunes by from now on. A store that fills faster than it
    /// is pruned may delete ended runs beyond the number to keep itself, even before they can be
    /// listed; it keeps those that a [Retention] keeps.
    void retain(List<Retention> all);

    /// Removes the oldest entries of a run's history, up to number `upTo` but never the newest
    /// entry, and returns how many. The last removed entry is replaced by its
    /// [HistoryEntry#trimmed] form. A store removes entries that were written together only as a
    /// whole, so it may remove fewer.
    long trim(RunId id, long upTo);

    /// Checks the store's invariants and the history of every run, and returns the faults.
    List<String> verify();

    /// Returns the greatest id of a run or message that was ever committed, or 0.
    long lastId();

    @Override
    void close();
}
