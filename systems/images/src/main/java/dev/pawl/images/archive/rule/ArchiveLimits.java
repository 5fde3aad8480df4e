package dev.pawl.images.archive.rule;

/// Limits of an archive; a GB is 10^9 bytes.
///
/// All limits are enforced on real bytes while reading. A declared size over its limit is refused
/// before its data is read.
///
/// @param archiveBytes the size of the archive file
/// @param fileBytes the size of one file, with its holes
/// @param totalBytes the size of all files of all layers together, with their holes
/// @param entries how many entries all layers may have, and how many nodes they may create
/// @param pathBytes the length of a path or of a link's target in UTF-8
/// @param componentBytes the length of one component of a path
/// @param depth how many components a path may have
/// @param expansion how many bytes one compressed byte may yield; applies beyond a hundredth of
///   `totalBytes`
public record ArchiveLimits(
        long archiveBytes,
        long fileBytes,
        long totalBytes,
        int entries,
        int pathBytes,
        int componentBytes,
        int depth,
        int expansion) {
    private static final long GB = 1_000_000_000L;

    /// The limits of the document: 10 GB, 1 GB for a file, 100,000 entries.
    public static final ArchiveLimits DEFAULT =
            new ArchiveLimits(10 * GB, GB, 10 * GB, 100_000, 4_096, 255, 100, 200);

    /// Real data may expand a lot in places, so the ratio is checked only beyond this share of the
    /// total.
    private static final int EXPANSION_FREE_SHARE = 100;

    /// How many bytes of headers and padding a stream may have beyond its files.
    private static final long OVERHEAD_BYTES = 64L << 20;

    public ArchiveLimits {
        long least = Math.min(Math.min(archiveBytes, fileBytes), totalBytes);
        int fewest = Math.min(Math.min(entries, pathBytes), Math.min(componentBytes, depth));
        if (least < 1 || fewest < 1 || expansion < 1) {
            throw new IllegalArgumentException(
                    "limits start at 1, found archive %d, file %d, total %d bytes; %d entries;"
                                    .formatted(archiveBytes, fileBytes, totalBytes, entries)
                            + " path %d, component %d bytes; depth %d; expansion %d"
                                    .formatted(pathBytes, componentBytes, depth, expansion));
        }
    }

    /// Returns these limits for the members of a saved image, where a layer is one large member.
    public ArchiveLimits ofMembers() {
        return new ArchiveLimits(
                archiveBytes,
                totalBytes,
                totalBytes,
                entries,
                pathBytes,
                componentBytes,
                depth,
                expansion);
    }

    /// Returns up to how many decompressed bytes any ratio is allowed.
    public long expansionFreeBytes() {
        return totalBytes / EXPANSION_FREE_SHARE;
    }

    /// Returns how many bytes a decompressed stream may have.
    public long streamBytes() {
        return totalBytes > Long.MAX_VALUE / 4 ? Long.MAX_VALUE : 2 * totalBytes + OVERHEAD_BYTES;
    }
}
