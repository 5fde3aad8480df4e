package dev.pawl.controller;

import dev.pawl.controller.pace.WakeUps;
import dev.pawl.run.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What this process knows about one object. Guarded by the line of wake-ups that it belongs to.
final class ControlledObject {
    final ObjectKey key;
    final WakeUps wakeUps = new WakeUps();

    /// The object's run, once one was started.
    @Nullable RunId run;

    /// What is stored, null before the first decision.
    @Nullable ObjectContext stored;

    /// The time of the only timer of the object that counts.
    @Nullable Instant timer;

    /// Whether the object counts as one that is decided and acted on.
    boolean hasSlot;

    /// Whether an event is on its way to the run, which may be paused.
    boolean isNotified;

    ControlledObject(ObjectKey key) {
        this.key = key;
    }
}
