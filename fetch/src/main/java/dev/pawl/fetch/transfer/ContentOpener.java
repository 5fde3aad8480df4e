package dev.pawl.fetch.transfer;

import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.Sha256;
import dev.pawl.fetch.transfer.TransferWatch.IdleTimer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Requests the content of one [Download].
public interface ContentOpener {

    /// Opens the content, after the bytes that `part` has if it can be resumed; empty if the caller
    /// has the content already.
    ///
    /// It blocks until there is a response or the thread is interrupted, which is an error of the
    /// kind `TRANSIENT` here. A content that has changed, and a response that does not fit the
    /// request, are errors of the kind `CHANGED`: the download then discards its part and opens the
    /// content once more.
    Optional<Opened> open(PartFile part, IdleTimer timer) throws FetchException;

    /// Called when all other checks have passed: throws if the content must not replace the target.
    default void accept(PartFile part) throws FetchException {}

    /// A content that is open.
    ///
    /// @param checksum the digest that the source states
    /// @param note what to note beside the partial file; null if it cannot be resumed
    record Opened(
            ContentBody body,
            ContentBody.Announced announced,
            Optional<Sha256> checksum,
            @Nullable PartNote note)
            implements AutoCloseable {

        @Override
        public void close() {
            body.close();
        }
    }
}
