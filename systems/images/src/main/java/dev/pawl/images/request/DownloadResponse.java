package dev.pawl.images.request;

/// A downloaded file.
///
/// @param checksum its SHA-256, in hexadecimal digits
/// @param downloaded whether this run downloaded it
/// @param alreadyExisted whether it was there before
public record DownloadResponse(
        String imageId,
        String localPath,
        String checksum,
        long sizeBytes,
        boolean downloaded,
        boolean alreadyExisted) {}
