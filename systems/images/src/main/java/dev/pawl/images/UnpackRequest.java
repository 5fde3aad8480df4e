package dev.pawl.images;

/// Asks for a downloaded image to be unpacked into a volume of its own.
public record UnpackRequest(
        String imageId,
        String localPath,
        String checksum,
        String policy,
        long deviceSize,
        String override) {}
