package dev.pawl.images.request;

/// Asks for a snapshot to be deactivated; its contents stay.
public record DeactivateRequest(String snapshotName) {}
