package dev.pawl.images.request;

import org.jspecify.annotations.Nullable;

/// Asks for a usable snapshot of an unpacked image.
///
/// @param imageId the id of the image
/// @param deviceId the number of the volume that the image is unpacked in
/// @param deviceName the name of that volume
/// @param snapshotName the name of the snapshot
/// @param override why the run may exceed the space limit; null: the limit applies
public record ActivateRequest(
        String imageId,
        int deviceId,
        String deviceName,
        String snapshotName,
        @Nullable String override) {
    public ActivateRequest {
        override = ProcessRequest.orNull(override);
        if (!snapshotName.equals(SnapshotNames.ofImage(imageId))) SnapshotNames.check(snapshotName);
    }

    /// Returns a request for the default snapshot of an image: `snap-` and the id of the image.
    public static ActivateRequest of(String imageId, int deviceId, String deviceName) {
        return new ActivateRequest(
                imageId, deviceId, deviceName, SnapshotNames.ofImage(imageId), null);
    }

    public ActivateRequest snapshotName(String name) {
        return new ActivateRequest(imageId, deviceId, deviceName, name, override);
    }

    public ActivateRequest override(@Nullable String reason) {
        return new ActivateRequest(imageId, deviceId, deviceName, snapshotName, reason);
    }
}
