package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.Device;
import java.nio.file.Path;

/// How a pool is made.
///
/// @param blockSectors the unit in which room is given out, in sectors of 512 bytes
public record PoolSettings(String name, Backing backing, int blockSectors) {
    private static final String NAME = "pawl-pool";

    /// 64 KiB: small files share little room with each other, and snapshots copy little.
    private static final int BLOCK = 128;

    public PoolSettings {
        Device.checkName(name);
        if (blockSectors < 128 || blockSectors > 2_097_152 || blockSectors % 128 != 0) {
            throw new IllegalArgumentException(
                    "a block has 128 to 2097152 sectors, in steps of 128, not " + blockSectors);
        }
    }

    /// A pool in sparse files, which need loop devices.
    public static PoolSettings files(long dataBytes, long metadataBytes) {
        return new PoolSettings(NAME, new Backing.SparseFiles(dataBytes, metadataBytes), BLOCK);
    }

    /// A pool on two block devices.
    public static PoolSettings devices(Path data, Path metadata) {
        return new PoolSettings(NAME, new Backing.BlockDevices(data, metadata), BLOCK);
    }

    /// Returns the same with another name, which device-mapper knows the pool by.
    public PoolSettings named(String other) {
        return new PoolSettings(other, backing, blockSectors);
    }
}
