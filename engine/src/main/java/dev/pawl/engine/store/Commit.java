package dev.pawl.engine.store;

import dev.pawl.machine.Writing;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Message;
import dev.pawl.run.Run;
import java.util.ArrayList;
import java.util.List;

/// Everything that one decision makes durable: all of it if its guards hold, otherwise nothing.
///
/// `sent` are new messages, `taken` those that their runs have received, `documents` the documents
/// to write or delete. Throws if two new runs exclude each other by key or idempotency key.
public record Commit(
        List<Change> changes,
        List<Message> sent,
        List<Message> taken,
        List<NamedDocument> documents,
        List<Writing> writings,
        List<Guard> guards) {
    /// A commit that changes nothing; add to it what it should change.
    public static final Commit NONE =
            new Commit(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

    public Commit {
        changes = List.copyOf(changes);
        StoreRules.requireAmong(changes);
        sent = List.copyOf(sent);
        taken = List.copyOf(taken);
        documents = List.copyOf(documents);
        writings = List.copyOf(writings);
        guards = List.copyOf(guards);
    }

    /// Returns a commit that only changes runs.
    public static Commit of(Change... changes) {
        return new Commit(List.of(changes), List.of(), List.of(), List.of(), List.of(), List.of());
    }

    /// Returns a commit that only writes documents.
    public static Commit of(NamedDocument... documents) {
        return NONE.with(List.of(documents));
    }

    /// Returns this commit with more documents.
    public Commit with(List<NamedDocument> more) {
        if (more.isEmpty()) return this;
        List<NamedDocument> all = new ArrayList<>(documents);
        all.addAll(more);
        return new Commit(changes, sent, taken, all, writings, guards);
    }

    /// Returns this commit with these new messages.
    public Commit sending(List<Message> messages) {
        return new Commit(changes, messages, taken, documents, writings, guards);
    }

    /// Returns this commit with these messages received by their runs.
    public Commit taking(List<Message> messages) {
        return new Commit(changes, sent, messages, documents, writings, guards);
    }

    /// Returns this commit with this SQL of steps.
    public Commit writing(List<Writing> sql) {
        return new Commit(changes, sent, taken, documents, sql, guards);
    }

    /// Returns this commit with these guards.
    public Commit under(List<Guard> all) {
        return all.equals(guards)
                ? this
                : new Commit(changes, sent, taken, documents, writings, all);
    }

    /// A run's new value and its new history entries; the first entry of a new run is number 1.
    public record Change(Run run, List<HistoryEntry> entries) {
        public Change {
            entries = List.copyOf(entries);
        }
    }
}
