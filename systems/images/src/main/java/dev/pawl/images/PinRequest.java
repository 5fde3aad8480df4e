package dev.pawl.images;

/// Asks for an image to be kept whatever a retention says, or to be let go again.
public record PinRequest(String imageId, boolean pinned) {}
