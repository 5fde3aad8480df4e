package dev.pawl.fetch.transfer;

import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.Key;
import dev.pawl.fetch.ObjectInfo;
import dev.pawl.fetch.ObjectPage;
import dev.pawl.fetch.transfer.TransferWatch.IdleTimer;

/// Where the objects of a source are.
///
/// All questions block until there is an answer or the thread is interrupted, which is an error of
/// the kind `TRANSIENT` here.
public interface ObjectStorage {

    /// Returns the address, which contains no secret.
    String address();

    /// Returns what identifies this storage in the note of a partial file.
    default String identity() {
        return address();
    }

    default FetchSubject subject(Key key) {
        return FetchSubject.ofKey(address(), key);
    }

    /// Returns what the storage knows about an object.
    ObjectInfo find(Key key) throws FetchException;

    /// Returns a page of the objects whose keys start with `prefix`.
    ObjectPage list(String prefix, String after, IdleTimer timer) throws FetchException;

    /// Opens the content of an object that was found, from the byte `offset` on if the storage can.
    ///
    /// An object that has changed, and a response that does not fit the request, are errors of the
    /// kind `CHANGED`.
    ContentBody open(ObjectInfo found, long offset) throws FetchException;

    /// Releases connections.
    void close();
}
