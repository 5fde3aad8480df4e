package dev.pawl.images.request;

/// Asks for an image to be deleted, with its snapshots, its volume and its file.
public record DeleteRequest(String imageId) {}
