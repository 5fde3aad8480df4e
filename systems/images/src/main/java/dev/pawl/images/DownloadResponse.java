package dev.pawl.images;

/// Where a downloaded object is, and what it is.
public record DownloadResponse(
        String imageId,
        String localPath,
        String checksum,
        long sizeBytes,
        boolean downloaded,
        boolean alreadyExisted) {}
