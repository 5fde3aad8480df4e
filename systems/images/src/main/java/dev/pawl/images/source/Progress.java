package dev.pawl.images.source;

import java.util.OptionalLong;

/// Hears how far a fetch is.
///
/// It is called very often, on the thread of the transfer while the caller of the fetch waits:
/// whoever needs it seldom skips calls.
@FunctionalInterface
public interface Progress {

    /// Called when so many bytes of the whole are there; `total` is empty if nobody knows.
    void at(long bytes, OptionalLong total);
}
