package dev.pawl.images.table;

import dev.pawl.images.volume.Device;

/// A row of `unpacked_images`: a verified root filesystem in a volume.
public record UnpackedImage(
        String imageId,
        Device device,
        String devicePath,
        long sizeBytes,
        long fileCount,
        String manifest,
        String unpackedAt) {}
