package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.Device;
import java.nio.file.Path;

/// The settings of a new pool.
///
/// @param blockSectors the allocation unit, in sectors of 512 bytes
public record ThinPoolSettings(String name, Backing backing, int blockSectors) {
    private static final String NAME = "pawl-pool";

    /// 64 KiB: small enough that small files waste little and snapshots copy little.
    private static final int BLOCK = 128;

    public ThinPoolSettings {
        Device.checkName(name);
        if (blockSectors < 128 || blockSectors > 2_097_152 || blockSectors % 128 != 0) {
            throw new IllegalArgumentException(
                    "a block must have 128 to 2097152 sectors, in steps of 128, not "
                            + blockSectors);
        }
    }

    /// Returns the settings of a pool in sparse files.
    public static ThinPoolSettings files(long dataBytes, long metadataBytes) {
        return new ThinPoolSettings(NAME, new Backing.SparseFiles(dataBytes, metadataBytes), BLOCK);
    }

    /// Returns the settings of a pool on two block devices.
    public static ThinPoolSettings devices(Path data, Path metadata) {
        return new ThinPoolSettings(NAME, new Backing.BlockDevices(data, metadata), BLOCK);
    }

    /// Returns these settings with another name in device-mapper.
    public ThinPoolSettings named(String other) {
        return new ThinPoolSettings(other, backing, blockSectors);
    }
}
