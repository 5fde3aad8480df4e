package dev.pawl.images.table;

import java.util.Optional;

/// A row of `images`: one version of one object.
///
/// @param failure why the image could not be downloaded or activated
public record Image(
        String imageId,
        Origin origin,
        Copy copy,
        String downloadStatus,
        String activationStatus,
        Optional<String> failure,
        boolean pinned,
        Times times) {

    /// Returns whether the file passed a policy, or the strict one, which allows nothing that
    /// another policy forbids.
    public boolean passes(String policy) {
        return copy.policy().equals("strict") || copy.policy().equals(policy);
    }

    public boolean isDownloaded() {
        return downloadStatus.equals("completed");
    }

    /// Where the object comes from, and the validator of this version.
    public record Origin(String source, String s3Key, Optional<String> validator) {}

    /// The local file and the policy that it passed; the stamp shows whether the file was touched
    /// since its checksum was computed.
    public record Copy(
            String localPath, String checksum, long sizeBytes, String stamp, String policy) {}

    /// ISO 8601 times; the empty text means never.
    public record Times(String created, String downloaded, String activated, String used) {}
}
