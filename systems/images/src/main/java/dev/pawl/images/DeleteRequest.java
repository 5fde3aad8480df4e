package dev.pawl.images;

/// Asks for an image to be removed, with its snapshots, its volume and its file.
public record DeleteRequest(String imageId) {}
