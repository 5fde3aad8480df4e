package dev.pawl.images.request;

/// An inactive snapshot.
///
/// @param deactivated whether this run deactivated it; otherwise it was inactive already
public record DeactivateResponse(
        String imageId, int snapshotId, String snapshotName, boolean deactivated) {}
