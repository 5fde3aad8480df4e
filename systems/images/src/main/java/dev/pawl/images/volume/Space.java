package dev.pawl.images.volume;

/// How much room a place for volumes has.
public record Space(long totalBytes, long usedBytes) {
    /// Returns the used share, from 0 to 1.
    public double share() {
        return totalBytes == 0 ? 1 : (double) usedBytes / totalBytes;
    }

    public long freeBytes() {
        return totalBytes - usedBytes;
    }
}
