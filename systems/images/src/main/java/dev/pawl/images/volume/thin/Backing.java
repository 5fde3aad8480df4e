package dev.pawl.images.volume.thin;

import java.nio.file.Path;

/// What a pool is kept on.
public sealed interface Backing {
    /// Sparse files in the pool's directory, which are made.
    record SparseFiles(long dataBytes, long metadataBytes) implements Backing {
        public SparseFiles {
            if (dataBytes < 1 << 20 || metadataBytes < 2 << 20) {
                throw new IllegalArgumentException(
                        ("a pool has at least 1 MiB of data and 2 MiB of metadata,"
                                        + " not %d and %d bytes")
                                .formatted(dataBytes, metadataBytes));
            }
        }
    }

    /// Block devices that are there and hold nothing.
    record BlockDevices(Path data, Path metadata) implements Backing {
        public BlockDevices {
            if (!data.isAbsolute() || !metadata.isAbsolute()) {
                throw new IllegalArgumentException(
                        "a device has an absolute path, not %s and %s".formatted(data, metadata));
            }
        }
    }
}
