package dev.pawl.images;

/// Asks for a snapshot to be switched off; its contents stay.
public record DeactivateRequest(String snapshotName) {}
