package dev.pawl.classes.evaluation;

/// Why a class is degraded, the gravest first.
public enum DegradedReason {
    APPLY_INVALID("ApplyInvalid", true),
    CONFLICT("Conflict", true),
    APPLY_FAILED("ApplyFailed", true),
    CHILD_MISSING("ChildMissing", false),
    CRASH_LOOP("CrashLoop", false),
    IMAGE_PULL("ImagePull", false),
    UNSCHEDULABLE("Unschedulable", false),
    ENFORCE_FAILED("EnforceFailed", true),
    ORPHANED("Orphaned", false),
    TIMEOUT("Timeout", false);

    private final String text;
    private final boolean isApplyError;

    DegradedReason(String text, boolean isApplyError) {
        this.text = text;
        this.isApplyError = isApplyError;
    }

    /// Returns whether it is the error of an apply, which degrades a class that still applies.
    public boolean isApplyError() {
        return isApplyError;
    }

    /// Returns the reason as conditions have it.
    @Override
    public String toString() {
        return text;
    }
}
