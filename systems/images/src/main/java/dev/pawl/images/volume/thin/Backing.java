package dev.pawl.images.volume.thin;

import java.nio.file.Path;

/// The storage of a pool.
public sealed interface Backing {
    /// Sparse files in the directory of the pool, which are created.
    record SparseFiles(long dataBytes, long metadataBytes) implements Backing {
        public SparseFiles {
            if (dataBytes < 1 << 20 || metadataBytes < 2 << 20) {
                throw new IllegalArgumentException(
                        ("a pool must have at least 1 MiB of data and 2 MiB of metadata,"
                                        + " not %d and %d bytes")
                                .formatted(dataBytes, metadataBytes));
            }
        }
    }

    /// Existing block devices, which must be empty.
    record BlockDevices(Path data, Path metadata) implements Backing {
        public BlockDevices {
            if (!data.isAbsolute() || !metadata.isAbsolute()) {
                throw new IllegalArgumentException(
                        "the paths of devices must be absolute, not %s and %s"
                                .formatted(data, metadata));
            }
        }
    }
}
