package dev.pawl.images.request;

/// The volume that an image is unpacked in.
///
/// @param unpacked whether this run unpacked it; otherwise it was unpacked already
public record UnpackResponse(
        String imageId,
        int deviceId,
        String deviceName,
        String devicePath,
        long sizeBytes,
        long fileCount,
        boolean unpacked) {}
