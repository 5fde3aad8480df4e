package dev.pawl.engine;

import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.Queued;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Admits runs to the queues of an engine that has its store alone, each on a task of its own.
record LocalDoor(Parts parts, Runs runs) implements Queues.Door {

    @Override
    public @Nullable Instant admit(String queue) {
        return parts.queues().admit(queue, this::start);
    }

    private void start(Queued run, String queue) {
        Runnable admission =
                () -> parts.queues().record(queue, items -> admit(run.run(), queue, items));
        parts.kernel().start("admit", admission);
    }

    /// Admits a run that was picked; a slot that it does not come to hold is given back.
    private void admit(RunId run, String queue, List<Item> items) {
        boolean admitted = false;
        try {
            admitted = runs.orPark(run, "admit", () -> isAdmitted(run, items));
        } finally {
            if (!admitted) parts.queues().unpicked(queue, run);
        }
    }

    private boolean isAdmitted(RunId run, List<Item> items) {
        Decision decision = runs.apply(run, new Input.Admitted(), Additions.items(items));
        return decision.changes() || decision.run().status().holdsSlot();
    }
}
