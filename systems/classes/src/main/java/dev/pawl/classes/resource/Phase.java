package dev.pawl.classes.resource;

import dev.pawl.run.Transitions;
import java.util.Locale;
import java.util.Optional;

/// Where a class is in its lifecycle, and the table of legal changes.
///
/// Staying in a phase is no change, so it is always allowed.
public enum Phase {
    /// Observed for the first time; it has no finalizer yet.
    PENDING,
    /// Its children are rendered and applied.
    APPLYING,
    /// It waits until its children are ready.
    PROGRESSING,
    /// All functions are ready, and the data grid is, if there is one.
    AVAILABLE,
    /// It has a problem, which its condition names; recovery is attempted.
    DEGRADED,
    /// Its children are being deleted.
    DELETING;

    /// All legal changes of phase.
    public static final Transitions<Phase, Trigger> TABLE = table();

    private final String text = name().toLowerCase(Locale.ROOT);

    /// Returns the phase with a lowercase name.
    public static Optional<Phase> of(String text) {
        for (Phase phase : values()) {
            if (phase.text.equals(text)) return Optional.of(phase);
        }
        return Optional.empty();
    }

    /// Returns whether the table has a change from this phase to another one.
    public boolean mayBecome(Phase next) {
        for (Transitions.Move<Phase, Trigger> move : TABLE.moves()) {
            if (move.from() == this && move.to() == next) return true;
        }
        return false;
    }

    /// Returns the lowercase name, as the resource has it.
    @Override
    public String toString() {
        return text;
    }

    private static Transitions<Phase, Trigger> table() {
        var table =
                Transitions.<Phase, Trigger>table()
                        .startsIn(PENDING)
                        .edge(PENDING, Trigger.FINALIZER_ENSURED, APPLYING, "finalizer ensured")
                        .edge(APPLYING, Trigger.APPLIED, PROGRESSING, "resources applied (SSA ok)")
                        .edge(APPLYING, Trigger.APPLY_ERROR, DEGRADED, "apply error")
                        .edge(
                                PROGRESSING,
                                Trigger.ALL_READY,
                                AVAILABLE,
                                "all functions & ODGM Ready")
                        .edge(
                                PROGRESSING,
                                Trigger.PROBLEM,
                                DEGRADED,
                                "timeout | crashloop | conflict")
                        .edge(
                                DEGRADED,
                                Trigger.RECOVERY,
                                PROGRESSING,
                                "recovery / reapply / children healthy")
                        .edge(AVAILABLE, Trigger.CHANGED, PROGRESSING, "spec generation changed");
        for (Phase phase : values()) {
            if (phase != DELETING) {
                table.edge(phase, Trigger.DELETED, DELETING, "deletionTimestamp set");
            }
        }
        return table.build();
    }

    /// What changes a phase.
    public enum Trigger {
        FINALIZER_ENSURED,
        APPLIED,
        APPLY_ERROR,
        ALL_READY,
        PROBLEM,
        RECOVERY,
        /// A new generation, or readiness that was lost.
        CHANGED,
        DELETED
    }
}
