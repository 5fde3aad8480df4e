package dev.pawl.images.request;

import dev.pawl.images.archive.rule.ArchivePolicy;
import org.jspecify.annotations.Nullable;

/// Asks for an object to be downloaded and checked.
///
/// @param s3Key the key of the object in the source
/// @param imageId the id of the image
/// @param source where the object is: the document's bucket, with its address
/// @param validator the version of the object that the id of the image stands for; null: the source
///   gives none
/// @param digest the SHA-256 that the object must have; null: any
/// @param policy what the archive may hold: `strict` or `standard`
public record DownloadRequest(
        String s3Key,
        String imageId,
        String source,
        @Nullable String validator,
        @Nullable String digest,
        String policy) {
    public DownloadRequest {
        validator = ProcessRequest.orNull(validator);
        digest = ProcessRequest.orNull(digest);
    }

    /// Returns a request for one object under the strict policy, with any validator and digest.
    public static DownloadRequest of(String imageId, String source, String s3Key) {
        String strict = ArchivePolicy.STRICT.name();
        return new DownloadRequest(s3Key, imageId, source, null, null, strict);
    }

    public DownloadRequest validator(@Nullable String expected) {
        return new DownloadRequest(s3Key, imageId, source, expected, digest, policy);
    }

    public DownloadRequest digest(@Nullable String sha256) {
        return new DownloadRequest(s3Key, imageId, source, validator, sha256, policy);
    }

    public DownloadRequest policy(String name) {
        return new DownloadRequest(s3Key, imageId, source, validator, digest, name);
    }
}
