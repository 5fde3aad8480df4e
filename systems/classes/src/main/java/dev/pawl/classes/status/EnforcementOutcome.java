package dev.pawl.classes.status;

import dev.pawl.classes.resource.ClassRuntimeSpec;
import dev.pawl.classes.resource.Dimension;

/// An enforcement that succeeded. `component` is `function` or `odgm`.
public record EnforcementOutcome(
        String component, Dimension dimension, double target, String basis, double confidence) {
    /// Returns the outcome of a controller's own decision.
    public static EnforcementOutcome of(String functionKey, Dimension dimension, double target) {
        boolean isGrid = functionKey.equals(ClassRuntimeSpec.DATA_GRID);
        return new EnforcementOutcome(
                isGrid ? "odgm" : "function", dimension, target, "enforcer", 1.0);
    }
}
