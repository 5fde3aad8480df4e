package dev.pawl.engine;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Item;
import dev.pawl.machine.Writing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What becomes durable together with a decision; `asked` if somebody waits for the answer.
record Additions(
        List<Commit.Change> changes,
        List<Item> items,
        List<Writing> writings,
        @Nullable Lease lease,
        boolean isAsked) {
    static final Additions NONE = new Additions(List.of(), List.of(), List.of(), null, false);
    static final Additions ASKED = new Additions(List.of(), List.of(), List.of(), null, true);

    static Additions of(List<Writing> writings) {
        return writings.isEmpty()
                ? NONE
                : new Additions(List.of(), List.of(), writings, null, false);
    }

    static Additions items(List<Item> items) {
        return new Additions(List.of(), items, List.of(), null, false);
    }

    static Additions lease(Lease lease) {
        return new Additions(List.of(), List.of(), List.of(), lease, false);
    }

    /// A run that is started together with the decision.
    static Additions start(Commit.Change change, List<Item> items) {
        return new Additions(List.of(change), items, List.of(), null, true);
    }
}
