package dev.pawl.engine;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.Item;
import dev.pawl.machine.Writing;
import java.util.List;

/// What becomes durable together with a decision, and what must be so for that; `asked` if somebody
/// waits for the answer.
record Additions(
        List<Commit.Change> changes,
        List<Item> items,
        List<Writing> writings,
        List<Guard> guards,
        boolean isAsked) {
    static final Additions NONE = asked(false);
    static final Additions ASKED = asked(true);

    /// Returns whether nothing is added.
    boolean isEmpty() {
        return changes.isEmpty() && items.isEmpty() && writings.isEmpty() && guards.isEmpty();
    }

    private static Additions asked(boolean asked) {
        return new Additions(List.of(), List.of(), List.of(), List.of(), asked);
    }

    static Additions of(List<Writing> writings, List<Guard> guards) {
        if (writings.isEmpty() && guards.isEmpty()) return NONE;
        return new Additions(List.of(), List.of(), writings, guards, false);
    }

    static Additions items(List<Item> items) {
        return items.isEmpty() ? NONE : items(items, List.of());
    }

    static Additions items(List<Item> items, List<Guard> guards) {
        return new Additions(List.of(), items, List.of(), guards, false);
    }

    /// A run that is started together with the decision.
    static Additions start(Commit.Change change, List<Item> items, List<Guard> guards) {
        return new Additions(List.of(change), items, List.of(), guards, true);
    }
}
