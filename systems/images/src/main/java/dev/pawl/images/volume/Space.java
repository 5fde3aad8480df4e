package dev.pawl.images.volume;

/// The space of a volume storage, for data and for metadata; both metadata sizes are 0 where there
/// is no separate metadata.
public record Space(
        long totalBytes, long usedBytes, long metadataTotalBytes, long metadataUsedBytes) {

    /// Returns the used share, from 0 to 1: the greater one of data and metadata.
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
