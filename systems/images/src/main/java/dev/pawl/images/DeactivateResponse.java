package dev.pawl.images;

/// A snapshot that is switched off.
///
/// @param deactivated whether this run did it; else it was off already
public record DeactivateResponse(
        String imageId, int snapshotId, String snapshotName, boolean deactivated) {}
