package dev.pawl.images.request;

/// An active snapshot.
///
/// @param activated whether this run activated it; otherwise it was active already
public record ActivateResponse(
        String imageId,
        int snapshotId,
        String snapshotName,
        String devicePath,
        boolean active,
        boolean activated) {}
