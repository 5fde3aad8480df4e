package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.VolumeException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/// Prepares the storage of a pool, which must be empty, and finds its devices.
record PoolBacking(PoolRecord poolRecord, LoopDevices loops) {
    /// How many bytes must be zero at the start of an empty device.
    static final int BLANK_BYTES = 1 << 20;

    /// Creates the files, or checks that the devices are empty.
    void prepare(Backing backing) throws VolumeException, IOException {
        switch (backing) {
            case Backing.SparseFiles(long dataBytes, long metadataBytes) -> {
                refuseFile(poolRecord.data());
                refuseFile(poolRecord.metadata());
                makeFile(poolRecord.data(), dataBytes);
                makeFile(poolRecord.metadata(), metadataBytes);
            }
            case Backing.BlockDevices(Path data, Path metadata) -> {
                refuseContent(data);
                refuseContent(metadata);
            }
        }
    }

    /// Refuses blank metadata, of which device-mapper would create a new pool.
    void refuseBlank() throws VolumeException, IOException {
        if (!isBlank(Path.of(poolRecord.metadata()))) return;
        throw new VolumeException(
                Kind.MISSING,
                "expected the metadata of pool %2$s in %1$s, found only zeros"
                        .formatted(poolRecord.metadata(), poolRecord.name()));
    }

    Path data() throws VolumeException, IOException {
        return device(poolRecord.data());
    }

    Path metadata() throws VolumeException, IOException {
        return device(poolRecord.metadata());
    }

    void release() throws VolumeException, IOException {
        if (!poolRecord.loops()) return;
        loops.detach(poolRecord.data());
        loops.detach(poolRecord.metadata());
    }

    private Path device(String path) throws VolumeException, IOException {
        return poolRecord.loops() ? loops.attach(path) : Path.of(path);
    }

    private static void refuseFile(String file) throws VolumeException {
        if (!Files.exists(Path.of(file))) return;
        throw new VolumeException(
                Kind.TAKEN,
                "expected no file %s before its pool is created; files are never overwritten"
                        .formatted(file));
    }

    private static void makeFile(String file, long bytes) throws IOException {
        Files.createFile(Path.of(file));
        try (RandomAccessFile sparse = new RandomAccessFile(file, "rws")) {
            sparse.setLength(bytes);
        }
    }

    private static void refuseContent(Path device) throws VolumeException, IOException {
        if (isBlank(device)) return;
        throw new VolumeException(
                Kind.TAKEN,
                "expected %d zero bytes at the start of %s, found data; a device must be empty"
                        .formatted(BLANK_BYTES, device));
    }

    private static boolean isBlank(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            for (byte each : in.readNBytes(BLANK_BYTES)) if (each != 0) return false;
            return true;
        }
    }
}
