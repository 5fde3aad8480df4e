package dev.pawl.images.request;

/// Asks for an image to be pinned, so that it is never deleted, or to be unpinned.
public record PinRequest(String imageId, boolean pinned) {}
