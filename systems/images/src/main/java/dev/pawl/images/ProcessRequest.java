package dev.pawl.images;

/// Asks for an object to become an activated snapshot.
///
/// `digest` and `snapshotName` may be empty. Without `refresh` a key that led to an image before
/// leads to the same one, and its source is not asked.
///
/// @param override why it is done although the place for volumes is too full; empty if the bound
///   counts
public record ProcessRequest(
        String source,
        String s3Key,
        String policy,
        String digest,
        String snapshotName,
        long deviceSize,
        boolean refresh,
        String override) {

    /// Returns the same request for another key.
    public ProcessRequest of(String key) {
        return new ProcessRequest(
                source, key, policy, digest, snapshotName, deviceSize, refresh, override);
    }
}
