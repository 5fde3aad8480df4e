package dev.pawl.classes.cluster;

/// What a [Watch] reports to, in order and by one thread at a time. It must not block.
public interface WatchListener {

    /// Receives a change. Of a deleted object it has the last state, with the version of the
    /// deletion; an object that is no longer selected counts as deleted.
    void changed(Type type, ResourceManifest object);

    /// Receives the end of the watch, once, unless the caller closed it.
    void closed(ClusterException reason);

    /// What happened to an object.
    enum Type {
        ADDED,
        MODIFIED,
        DELETED
    }
}
