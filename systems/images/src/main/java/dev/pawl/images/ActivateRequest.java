package dev.pawl.images;

/// Asks for a snapshot of an unpacked image that can be used.
public record ActivateRequest(
        String imageId, int deviceId, String deviceName, String snapshotName, String override) {}
