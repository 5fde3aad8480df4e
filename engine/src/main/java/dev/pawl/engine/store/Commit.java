package dev.pawl.engine.store;

import dev.pawl.machine.Writing;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import java.util.ArrayList;
import java.util.List;

/// Everything that one decision makes durable, if its guards hold: all of it or nothing.
///
/// Two new runs that exclude each other, by key or idempotency key, are not a commit.
public record Commit(
        List<Change> changes,
        List<Mail> sent,
        List<Mail> taken,
        List<Item> items,
        List<Writing> writings,
        List<Guard> guards) {
    public Commit {
        changes = List.copyOf(changes);
        StoreRules.requireAmong(changes);
        sent = List.copyOf(sent);
        taken = List.copyOf(taken);
        items = List.copyOf(items);
        writings = List.copyOf(writings);
        guards = List.copyOf(guards);
    }

    /// Makes a commit without guards.
    public Commit(
            List<Change> changes,
            List<Mail> sent,
            List<Mail> taken,
            List<Item> items,
            List<Writing> writings) {
        this(changes, sent, taken, items, writings, List.of());
    }

    /// Returns a commit of changes to runs alone.
    public static Commit of(Change... changes) {
        return new Commit(List.of(changes), List.of(), List.of(), List.of(), List.of());
    }

    /// Returns a commit of items alone.
    public static Commit of(Item... items) {
        return new Commit(List.of(), List.of(), List.of(), List.of(items), List.of());
    }

    /// Returns this commit with more items in it.
    public Commit with(List<Item> more) {
        if (more.isEmpty()) return this;
        List<Item> all = new ArrayList<>(items);
        all.addAll(more);
        return new Commit(changes, sent, taken, all, writings, guards);
    }

    /// Returns this commit under these guards.
    public Commit under(List<Guard> all) {
        return all.equals(guards) ? this : new Commit(changes, sent, taken, items, writings, all);
    }

    /// A run's new value and the history that led to it; the first entry of a new run is number 1.
    public record Change(Run run, List<HistoryEntry> entries) {
        public Change {
            entries = List.copyOf(entries);
        }
    }
}
