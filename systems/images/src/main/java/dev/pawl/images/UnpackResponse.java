package dev.pawl.images;

/// The volume that an image is unpacked in.
public record UnpackResponse(
        String imageId,
        int deviceId,
        String deviceName,
        String devicePath,
        long sizeBytes,
        long fileCount,
        boolean unpacked) {}
