package dev.pawl.engine.internal.decision;

import dev.pawl.machine.Unreadable;
import dev.pawl.run.Failure;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;

/// The reasons for which the engine parks runs. Those about definitions end with another
/// deployment.
public final class ParkingReasons {
    private static final String DEFINITION = "definition: ";

    private ParkingReasons() {}

    public static String missing(Run run) {
        return DEFINITION
                + "no machine '%s' is registered; register it and open the engine again"
                        .formatted(run.machine());
    }

    public static String strange(String problem) {
        return DEFINITION + problem;
    }

    public static String unreadable(Unreadable problem) {
        return strange(
                problem.getMessage()
                        + "; register a machine that reads it, send the run to another state, or"
                        + " cancel it");
    }

    public static String undecided(Throwable problem) {
        return "what happened to it could not be decided on: " + Failure.of(problem);
    }

    /// Returns whether a run is parked because it lacks a definition.
    public static boolean isForDefinition(Run run) {
        String reason = run.condition().reason();
        return run.status() == RunStatus.PARKED && reason != null && reason.startsWith(DEFINITION);
    }
}
