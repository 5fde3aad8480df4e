package dev.pawl.classes.cluster.simulated;

/// A manager of fields. What it applies and what it writes otherwise are owned separately, as the
/// API server does it.
record FieldOwner(String manager, boolean applies) {
    static FieldOwner applying(String manager) {
        return new FieldOwner(manager, true);
    }

    static FieldOwner writing(String manager) {
        return new FieldOwner(manager, false);
    }
}
