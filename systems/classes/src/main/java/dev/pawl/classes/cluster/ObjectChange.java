package dev.pawl.classes.cluster;

import dev.pawl.controller.ObjectKey;

/// A change that an informer noticed: of which object, and to which version.
public record ObjectChange(ResourceKind kind, WatchListener.Type type, ResourceManifest object) {

    public ObjectKey key() {
        return new ObjectKey(object.namespace(), object.name());
    }

    /// Returns the version that the change made.
    public String resourceVersion() {
        return object.resourceVersion();
    }
}
