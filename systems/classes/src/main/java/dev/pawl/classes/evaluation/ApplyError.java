package dev.pawl.classes.evaluation;

import dev.pawl.classes.observation.ChildRef;

/// Why the apply of a child failed, as conditions name it.
public record ApplyError(DegradedReason reason, String message) {
    /// Another field manager owns what is applied; `detail` names it and the field, or is empty.
    public static ApplyError conflict(ChildRef ref, String detail) {
        String message = "Field manager ownership conflict applying " + ref + ".";
        return new ApplyError(
                DegradedReason.CONFLICT, detail.isEmpty() ? message : message + " " + detail);
    }

    /// The API server refused the object.
    public static ApplyError invalid(String detail) {
        return new ApplyError(DegradedReason.APPLY_INVALID, "Validation failed: " + detail + ".");
    }

    /// Any other error.
    public static ApplyError other(ChildRef ref, String detail) {
        return new ApplyError(
                DegradedReason.APPLY_FAILED, "Cannot apply " + ref + ": " + detail + ".");
    }
}
