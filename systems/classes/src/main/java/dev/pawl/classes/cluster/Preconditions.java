package dev.pawl.classes.cluster;

import org.jspecify.annotations.Nullable;

/// What must be true of an object for it to be deleted; null for what does not matter.
public record Preconditions(@Nullable String uid, @Nullable String resourceVersion) {

    /// Returns the precondition that the object is the very one that an observer saw.
    public static Preconditions uid(String uid) {
        return new Preconditions(uid, null);
    }

    /// Returns the precondition that the object has not changed since it was observed.
    public static Preconditions unchanged(ResourceManifest object) {
        return new Preconditions(object.uid(), object.resourceVersion());
    }

    /// Returns no precondition: for operators, not for controllers.
    public static Preconditions none() {
        return new Preconditions(null, null);
    }
}
