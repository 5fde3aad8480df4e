package dev.pawl.images.request;

/// An image that no longer exists.
///
/// @param volumes how many volumes were deleted with it, including snapshots
/// @param freedBytes the size of its file and of its unpacked files
/// @param deleted whether this run deleted it; otherwise there was no such image
public record DeleteResponse(String imageId, int volumes, long freedBytes, boolean deleted) {}
