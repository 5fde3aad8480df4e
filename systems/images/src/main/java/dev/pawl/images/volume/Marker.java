package dev.pawl.images.volume;

/// What a volume says of itself, in a file of its own: whoever works in a volume reads it first, so
/// that nobody works in a directory that only has the volume's place.
public record Marker(String imageId, int deviceId, String run) {
    /// The file at the top of a volume.
    static final String FILE = ".pawl-volume.json";
}
