package dev.pawl.classes.enforcement;

/// Why an enforcement failed, as conditions and events name it.
public record EnforcementError(String reason, String message) {
    public static final String CONFLICT = "EnforceConflict";
    public static final String INVALID = "EnforceInvalid";
    public static final String FALLBACK_FAILED = "EnforceFallbackFailed";
    public static final String FAILED = "EnforceFailed";

    /// Another field manager owns the value.
    public static EnforcementError conflict() {
        return new EnforcementError(
                CONFLICT, "Field manager ownership conflict applying enforcement.");
    }

    /// The API server refused the value.
    public static EnforcementError invalid(String detail) {
        return new EnforcementError(INVALID, "Invalid enforcement value " + detail + ".");
    }

    /// The autoscaler was gone, and so was the way around it.
    public static EnforcementError fallbackFailed() {
        return new EnforcementError(FALLBACK_FAILED, "Fallback path failed.");
    }

    /// Any other error.
    public static EnforcementError other(String message) {
        return new EnforcementError(FAILED, message);
    }
}
