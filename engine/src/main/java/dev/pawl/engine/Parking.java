package dev.pawl.engine;

import dev.pawl.machine.Unreadable;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;

/// The reasons for parking that another deployment takes away.
final class Parking {
    private static final String DEFINITION = "definition: ";

    private Parking() {}

    static String missing(Run run) {
        return DEFINITION
                + "no machine '%s' is registered; register it and open the engine again"
                        .formatted(run.machine());
    }

    static String strange(String problem) {
        return DEFINITION + problem;
    }

    static String unreadable(Unreadable problem) {
        return strange(
                problem.getMessage()
                        + "; register a machine that reads it, send the run to another state, or"
                        + " cancel it");
    }

    static String undecided(Throwable problem) {
        return "what happened to it could not be decided on: " + Kernel.text(problem);
    }

    /// Returns whether a run is parked for want of a definition.
    static boolean isForDefinition(Run run) {
        String reason = run.condition().reason();
        return run.status() == RunStatus.PARKED && reason != null && reason.startsWith(DEFINITION);
    }
}
