package dev.pawl.images;

/// A snapshot, and whether this run has made it.
public record ActivateResponse(
        String imageId,
        int snapshotId,
        String snapshotName,
        String devicePath,
        boolean active,
        boolean activated) {}
