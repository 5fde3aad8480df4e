package dev.pawl.engine.internal.loop;

import dev.pawl.engine.Lease;
import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.internal.kernel.CommitExtras;
import dev.pawl.engine.internal.kernel.EngineDocuments;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Message;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Turns decisions into the one commit that makes them durable, in the order of the calls.
///
/// Consecutive decisions about the same run become one change with the history of all of them.
/// Leases follow from the runs: one is stored when a run comes to hold permits, and deleted when it
/// holds them no longer. Which permits it holds is part of the run, so a newer definition of its
/// machine makes no difference.
public final class CommitBuilder {
    private final LongSupplier ids;
    // Most commits have one change and nothing else, so lists are created when needed.
    private List<Commit.Change> changes = List.of();
    private List<Decision> created = List.of();
    private List<Message> sent = List.of();
    private List<Message> taken = List.of();
    private List<NamedDocument> documents = List.of();
    private List<Lease> leases = List.of();
    private @Nullable Run run;
    private List<HistoryEntry> entries = List.of();
    // The entries of several decisions about the same run.
    private @Nullable List<HistoryEntry> merged;
    private boolean accepts;

    public CommitBuilder(LongSupplier ids) {
        this.ids = ids;
    }

    /// Adds a decision and the run that it was made on.
    public CommitBuilder add(Run before, Decision decision) {
        addChange(decision);
        created = joined(created, decision.others());
        sent = joined(sent, decision.sent());
        taken = joined(taken, decision.taken());
        addLease(before, decision.run());
        accepts |= decision.accepts();
        return this;
    }

    /// Adds the first decision about a new run.
    public CommitBuilder create(Decision first) {
        created = joined(created, List.of(first));
        return this;
    }

    private void addChange(Decision decision) {
        if (decision.entries().isEmpty()) return;
        Run last = run;
        if (last == null || !last.id().equals(decision.run().id())) {
            closeChange();
            entries = decision.entries();
        } else {
            if (merged == null) entries = merged = new ArrayList<>(entries);
            merged.addAll(decision.entries());
        }
        run = decision.run();
    }

    private void closeChange() {
        if (run != null) addChange(new Commit.Change(run, entries));
        run = null;
        merged = null;
    }

    private void addChange(Commit.Change change) {
        if (changes.isEmpty()) {
            changes = List.of(change);
            return;
        }
        if (changes.size() == 1) changes = new ArrayList<>(changes);
        changes.add(change);
    }

    private void addLease(Run before, Run after) {
        PermitNeed had = before.heldPermits();
        PermitNeed has = after.heldPermits();
        if (had == null && has == null) return;
        String holder = after.id().toString();
        if (had != null && !had.equals(has)) {
            String name = EngineDocuments.leaseName(had.pool(), holder);
            NamedDocument ended = new NamedDocument(NamedDocument.Kind.PERMIT, name, null);
            documents = joined(documents, List.of(ended));
        }
        if (has != null && !has.equals(had)) {
            Lease lease = new Lease(has.pool(), holder, has.count(), ids.getAsLong(), null, null);
            leases = joined(leases, List.of(lease));
            documents = joined(documents, List.of(EngineDocuments.document(lease)));
        }
    }

    /// Returns the first decisions about the runs that the commit creates.
    public List<Decision> created() {
        return created;
    }

    /// Returns the leases that start with the commit.
    public List<Lease> leases() {
        return leases;
    }

    /// Returns the commit. The SQL of a step is part of it only if the step's outcome counts.
    public Commit build(CommitExtras extras) {
        closeChange();
        if (!created.isEmpty()) addCreated();
        documents = joined(documents, extras.documents());
        return new Commit(
                changes,
                sent,
                taken,
                documents,
                accepts ? extras.writings() : List.of(),
                extras.guards());
    }

    private void addCreated() {
        for (Decision first : created) {
            addChange(new Commit.Change(first.run(), first.entries()));
            sent = joined(sent, first.sent());
        }
    }

    /// Returns both lists as one; `all` is changed if it was created here.
    private static <T> List<T> joined(List<T> all, List<T> more) {
        if (more.isEmpty()) return all;
        List<T> list = all.isEmpty() ? new ArrayList<>(more.size()) : all;
        list.addAll(more);
        return list;
    }
}
