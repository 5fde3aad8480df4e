package dev.pawl.classes.cluster;

/// An open watch.
public interface Watch extends AutoCloseable {

    /// Ends it. The listener may be called once more by a call that is under way.
    @Override
    void close();
}
