package dev.pawl.images;

import dev.pawl.images.volume.Device;

/// A row of `snapshots`.
public record Snapshot(
        Device device,
        String imageId,
        String devicePath,
        int originId,
        boolean active,
        String createdAt) {}
