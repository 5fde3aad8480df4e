package dev.pawl.store;

/// Where a test makes a thread of the store fail, in the middle of its work.
@FunctionalInterface
interface FaultPoint {
    FaultPoint NONE = _ -> {};

    void reached(Place place);

    /// The places, each in a turn of one of the store's threads.
    enum Place {
        GROUP_GATHERED,
        BEFORE_APPEND,
        AFTER_APPEND,
        GROUP_WAKING,
        WAKER_STARTED,
        PROJECTION_DUE,
        PROJECTION_WRITTEN,
        LISTENING
    }
}
