package dev.pawl.images.volume.thin;

import java.util.Optional;

/// The status of a pool: its blocks, and whether it is writable.
///
/// @param metadataUsed blocks of 4 KiB
/// @param dataUsed blocks of the block size of the pool
/// @param mode the mode as device-mapper reports it: `rw`, `ro`, `out_of_data_space`, `Fail`,
///   `Error`
public record PoolStatus(
        long metadataUsed,
        long metadataTotal,
        long dataUsed,
        long dataTotal,
        String mode,
        boolean needsCheck) {
    private static final int TARGET = 2;
    private static final int METADATA = 4;
    private static final int DATA = 5;
    private static final int MODE = 7;
    private static final int CHECK = 10;

    /// Parses the line of `dmsetup status` for a pool.
    static PoolStatus parse(String pool, String line) {
        String[] fields = line.strip().split(" +", -1);
        if (fields.length <= METADATA - 1 || !fields[TARGET].equals("thin-pool")) {
            throw new IllegalStateException(
                    "expected the status of thin-pool %s, found '%s'"
                            .formatted(pool, line.strip()));
        }
        if (fields.length <= MODE) return new PoolStatus(0, 0, 0, 0, fields[TARGET + 1], false);
        String[] metadata = fields[METADATA].split("/", -1);
        String[] data = fields[DATA].split("/", -1);
        return new PoolStatus(
                Long.parseLong(metadata[0]),
                Long.parseLong(metadata[1]),
                Long.parseLong(data[0]),
                Long.parseLong(data[1]),
                fields[MODE],
                fields.length > CHECK && fields[CHECK].equals("needs_check"));
    }

    /// Returns whether there is no free block for data or for metadata.
    public boolean isFull() {
        boolean known = dataTotal > 0;
        return known && (dataUsed == dataTotal || metadataUsed == metadataTotal);
    }

    /// Returns why no volume can be created in the pool; empty if it is healthy.
    public Optional<String> problem() {
        if (needsCheck) return Optional.of("its metadata must be checked with thin_check");
        return switch (mode) {
            case "rw" -> Optional.empty();
            case "out_of_data_space" ->
                    Optional.of("all of its %d blocks are used".formatted(dataTotal));
            case "ro" -> Optional.of("it is read-only");
            default -> Optional.of("device-mapper reports '%s'".formatted(mode));
        };
    }
}
