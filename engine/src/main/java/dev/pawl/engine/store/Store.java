package dev.pawl.engine.store;

import dev.pawl.machine.Transaction;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Keeps runs, their history and what goes with them.
///
/// Every method may be called from any thread and blocks until it has its answer. Reads see every
/// commit that returned before they began. Two commits of one process that change the same run
/// never overlap: the caller sees to that. Everything throws [StoreException].
public interface Store extends AutoCloseable {

    /// Makes the whole commit durable, or throws and leaves no trace of it.
    ///
    /// When it returns, the commit survives the death of the process and of the machine. Only with
    /// [StoreException.Kind#IO] it is unknown whether the commit survives.
    ///
    /// Where nodes share the store it is refused as [STALE][StoreException.Kind#STALE] if another
    /// node changed a run or took mail that it changes or takes, as
    /// [REFUTED][StoreException.Kind#REFUTED] if a guard does not hold, and as
    /// [FENCED][StoreException.Kind#FENCED] if the node has lost its lease.
    void commit(Commit commit);

    /// Returns how nodes share this store; empty if one process has it alone.
    default Optional<Cluster> cluster() {
        return Optional.empty();
    }

    /// Returns a run.
    Optional<Run> run(RunId id);

    /// Returns the newest run of a machine and key that has not ended.
    Optional<Run> live(String machine, String key);

    /// Returns the run of a machine that was started with this idempotency key, ended or not.
    Optional<Run> startedWith(String machine, String idempotency);

    /// Returns the runs that match, by id.
    List<Run> runs(Filter filter, Page page);

    /// Returns how many runs match.
    long count(Filter filter);

    /// Returns the live runs counted by definition, status and state.
    List<Tally> tally();

    /// Answers one query on the tables that steps have written with SQL of their own. A query that
    /// is wrong is [REFUSED][StoreException.Kind#REFUSED], and so is every one where there is no
    /// SQL.
    <T> List<T> query(String sql, Transaction.RowMapper<T> mapper, Object... parameters);

    /// Returns the earliest wakes of live runs, in order of time; where nodes share the store, of
    /// the runs that this one owns.
    List<Wake> wakes(int limit);

    /// Returns who waits for a slot of `queue`, highest priority first and then lowest id, without
    /// those whose key is in `except`.
    List<Queued> queued(String queue, Set<String> except, int limit);

    /// Returns the history of a run after entry number `after`, in order.
    List<HistoryEntry> history(RunId id, long after, int limit);

    /// Returns what happened to all runs beyond a position, in order of position. The entries of
    /// one run come in their own order; an entry once returned never changes its position.
    List<Logged> log(long beyond, int limit);

    /// Returns mail that no run has taken in, oldest first.
    List<Mail> mail(int limit);

    /// Returns all items of a kind, by name.
    List<Item> items(Item.Kind kind);

    /// Returns the items of a kind whose names begin with `prefix`, by name.
    default List<Item> items(Item.Kind kind, String prefix) {
        return items(kind).stream().filter(item -> item.name().startsWith(prefix)).toList();
    }

    /// Returns an item.
    Optional<Item> item(Item.Kind kind, String name);

    /// Deletes ended runs with their history as the retention says, at most `limit`, oldest end
    /// first, and returns how many went.
    int prune(Retention retention, int limit);

    /// Says what the engine prunes from now on. A store that is filled faster than it is pruned may
    /// drop ended runs beyond the number to keep by itself, also before they can be listed.
    void retain(List<Retention> all);

    /// Removes the oldest entries of a run's history, none beyond number `upTo` and never the
    /// newest, and returns how many. The last of them is replaced by its [HistoryEntry#trimmed]
    /// form. Stores remove what was written together as a whole, so fewer may go.
    long trim(RunId id, long upTo);

    /// Checks the store's invariants and every run's history, and returns what is wrong.
    List<String> verify();

    /// Returns the greatest id of a run or of mail that was ever committed, or 0.
    long lastId();

    @Override
    void close();
}
