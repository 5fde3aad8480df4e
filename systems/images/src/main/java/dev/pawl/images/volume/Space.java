package dev.pawl.images.volume;

/// How much room a place for volumes has, for what volumes hold and for the book that is kept of
/// it; a place that keeps no such book has 0 of 0.
public record Space(
        long totalBytes, long usedBytes, long metadataTotalBytes, long metadataUsedBytes) {

    /// Returns the used share, from 0 to 1: the greater one of the two.
    public double share() {
        return Math.max(share(totalBytes, usedBytes), share(metadataTotalBytes, metadataUsedBytes));
    }

    public long freeBytes() {
        return totalBytes - usedBytes;
    }

    private static double share(long total, long used) {
        return total == 0 ? 0 : (double) used / total;
    }
}
