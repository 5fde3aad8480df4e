package dev.pawl.classes.cluster;

/// How to apply an object.
///
/// @param manager the field manager that owns what is applied
/// @param force whether fields of other managers are taken over
/// @param dryRun whether the server only returns what it would store
public record ApplyOptions(String manager, boolean force, boolean dryRun) {
    public ApplyOptions {
        if (manager.isBlank()) {
            throw new IllegalArgumentException("expected the name of a field manager, found none");
        }
    }

    /// Returns the options of a manager that respects all others.
    public static ApplyOptions by(String manager) {
        return new ApplyOptions(manager, false, false);
    }

    /// Returns the same options, but fields of other managers are taken over.
    public ApplyOptions forced() {
        return new ApplyOptions(manager, true, dryRun);
    }

    /// Returns the same options, but nothing is stored.
    public ApplyOptions asDryRun() {
        return new ApplyOptions(manager, force, true);
    }
}
