package dev.pawl.images.request;

import dev.pawl.images.archive.rule.ArchivePolicy;
import org.jspecify.annotations.Nullable;

/// Asks for a downloaded image to be unpacked into a volume of its own.
///
/// @param imageId the id of the image
/// @param localPath the downloaded file
/// @param checksum the SHA-256 of that file
/// @param policy what the archive may hold: `strict` or `standard`
/// @param deviceSize the size of the volume in bytes
/// @param override why the run may exceed the space limit; null: the limit applies
public record UnpackRequest(
        String imageId,
        String localPath,
        String checksum,
        String policy,
        long deviceSize,
        @Nullable String override) {
    public UnpackRequest {
        override = ProcessRequest.orNull(override);
    }

    /// Returns a request under the strict policy, with a volume of the default size.
    public static UnpackRequest of(String imageId, String localPath, String checksum) {
        String strict = ArchivePolicy.STRICT.name();
        return new UnpackRequest(
                imageId, localPath, checksum, strict, ProcessRequest.DEVICE_BYTES, null);
    }

    public UnpackRequest policy(String name) {
        return new UnpackRequest(imageId, localPath, checksum, name, deviceSize, override);
    }

    public UnpackRequest deviceSize(long bytes) {
        return new UnpackRequest(imageId, localPath, checksum, policy, bytes, override);
    }

    public UnpackRequest override(@Nullable String reason) {
        return new UnpackRequest(imageId, localPath, checksum, policy, deviceSize, reason);
    }
}
