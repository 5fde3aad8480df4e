package dev.pawl.images.source;

/// A place that has objects by key: a bucket, a web server or a directory.
///
/// Made by [Sources]. For use by any thread, and by many at once. A thread that is interrupted in a
/// call leaves it promptly, whatever the other side does.
public sealed interface Source extends AutoCloseable permits S3Source, HttpSource, FileSource {

    /// Returns the address that it was made of; there is no secret in it.
    String address();

    /// Returns what the source says of an object.
    Found find(Key key) throws SourceException, InterruptedException;

    /// Returns the first page of the objects whose keys begin with `prefix`.
    default Page list(String prefix) throws SourceException, InterruptedException {
        return list(prefix, "");
    }

    /// Returns the page of a list that follows another; `after` is what [Page#next] said.
    Page list(String prefix, String after) throws SourceException, InterruptedException;

    /// Fetches an object into a file.
    ///
    /// The file appears whole and on the disk, or not at all. Until then the content is beside it
    /// in a file with the suffix `.part`. After an interruption or an error of the kind `TRANSIENT`
    /// that file stays if the object can be told from another by its validator, and the next fetch
    /// goes on behind it; after any other error nothing stays. A crash of the process or of the
    /// machine leaves nothing that a later fetch would trust wrongly.
    Fetched fetch(Fetch fetch) throws SourceException, InterruptedException;

    /// Gives connections back.
    @Override
    void close();
}
