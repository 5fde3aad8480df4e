package dev.pawl.images;

import java.util.Optional;

/// A row of `images`: one content of one object.
///
/// @param failure why it could not be downloaded or activated, if so
public record Image(
        String imageId,
        Origin origin,
        Copy copy,
        String downloadStatus,
        String activationStatus,
        Optional<String> failure,
        boolean pinned,
        Times times) {

    /// Returns whether the file was checked under a policy, or under the strict one, which allows
    /// nothing that the others forbid.
    boolean isPassedBy(String policy) {
        return copy.policy().equals("strict") || copy.policy().equals(policy);
    }

    boolean isDownloaded() {
        return downloadStatus.equals("completed");
    }

    /// Where the object is from, and what told this content from others.
    public record Origin(String source, String s3Key, Optional<String> validator) {}

    /// The file here, and the policy that it has passed; the stamp tells whether it was touched
    /// since its checksum was computed.
    public record Copy(
            String localPath, String checksum, long sizeBytes, String stamp, String policy) {}

    /// When things happened, as ISO 8601 says it; the empty text is never.
    public record Times(String created, String downloaded, String activated, String used) {}
}
