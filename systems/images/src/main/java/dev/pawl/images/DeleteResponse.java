package dev.pawl.images;

/// An image that is gone.
///
/// @param volumes how many volumes went with it, snapshots among them
/// @param freedBytes the sizes of its file and of what was unpacked from it
/// @param deleted whether this run did it; else there was no such image
public record DeleteResponse(String imageId, int volumes, long freedBytes, boolean deleted) {}
