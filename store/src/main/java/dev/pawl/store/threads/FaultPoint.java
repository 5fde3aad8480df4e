package dev.pawl.store.threads;

/// Lets a test make a thread of the store fail in the middle of its work.
@FunctionalInterface
public interface FaultPoint {
    FaultPoint NONE = _ -> {};

    void reached(Place place);

    /// The places where it can fail: in the loops of the store's threads, or in a commit on its
    /// caller's thread.
    enum Place {
        ENCODING,
        GROUP_GATHERED,
        BEFORE_APPEND,
        AFTER_APPEND,
        GROUP_WAKING,
        WAKER_STARTED,
        PROJECTION_DUE,
        PROJECTION_WRITTEN,
        PROJECTION_COMMITTED,
        LISTENING
    }
}
