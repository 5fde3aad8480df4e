package dev.pawl.images.source;

/// What a [Download] needs of a source.
///
/// Both questions block until there is an answer or the thread is interrupted, which is an error of
/// the kind `TRANSIENT` here.
interface Origin {

    /// Returns what errors about an object begin with.
    Subject subject(Key key);

    /// Returns what the source says of an object.
    Found look(Key key) throws SourceException;

    /// Opens the content of what was found, from the byte `offset` on if the source can.
    ///
    /// An object that is another one now, and an answer that does not fit the question, are of the
    /// kind `CHANGED`.
    Body open(Found found, long offset) throws SourceException;
}
