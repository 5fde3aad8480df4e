package dev.pawl.images.table;

import dev.pawl.images.volume.Device;

/// A row of `snapshots`: a copy-on-write copy of the volume of an image.
public record Snapshot(
        Device device,
        String imageId,
        String devicePath,
        int originId,
        boolean active,
        String createdAt) {}
