package dev.pawl.engine.internal.kernel;

import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.machine.Writing;
import java.util.List;

/// What becomes durable together with a decision, and the guards that must hold for that.
public record CommitExtras(
        List<NamedDocument> documents, List<Writing> writings, List<Guard> guards) {
    public static final CommitExtras NONE = new CommitExtras(List.of(), List.of(), List.of());

    public static CommitExtras of(List<Writing> writings, List<Guard> guards) {
        if (writings.isEmpty() && guards.isEmpty()) return NONE;
        return new CommitExtras(List.of(), writings, guards);
    }

    public static CommitExtras documents(List<NamedDocument> documents) {
        return documents(documents, List.of());
    }

    public static CommitExtras documents(List<NamedDocument> documents, List<Guard> guards) {
        if (documents.isEmpty() && guards.isEmpty()) return NONE;
        return new CommitExtras(documents, List.of(), guards);
    }

    /// Returns whether nothing is added.
    public boolean isEmpty() {
        return documents.isEmpty() && writings.isEmpty() && guards.isEmpty();
    }
}
