package dev.pawl.classes.control;

import dev.pawl.classes.evaluation.Action;
import java.util.List;

/// What the controller performs: an action of the evaluation, or Kubernetes events about it.
public sealed interface ClassAction {
    /// Performs an action of the evaluation.
    record Perform(Action action) implements ClassAction {}

    /// Records Kubernetes events; an event that exists is not recorded again.
    record Announce(List<Note> notes) implements ClassAction {
        public Announce {
            notes = List.copyOf(notes);
        }
    }

    /// A Kubernetes event. Its `id` is the same for the same occurrence.
    record Note(String id, boolean isWarning, String reason, String message) {}
}
