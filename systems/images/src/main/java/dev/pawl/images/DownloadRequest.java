package dev.pawl.images;

/// Asks for an object to be brought here and checked.
///
/// `source` is where the key is looked for: the document's bucket, with its address. `validator` is
/// what told this content of the object from others when the image got its id; `digest` is the
/// SHA-256 that it must have, if that is pinned. Both may be empty.
public record DownloadRequest(
        String s3Key,
        String imageId,
        String source,
        String validator,
        String digest,
        String policy) {}
