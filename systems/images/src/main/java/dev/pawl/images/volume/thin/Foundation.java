package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.VolumeException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/// What a pool is kept on: makes it, refusing whatever holds something, and finds its devices.
record Foundation(PoolRecord facts, Loops loops) {
    /// What must be zero at the beginning of something that holds nothing.
    static final int BLANK_BYTES = 1 << 20;

    /// Makes sure of a place that holds nothing, before anything is made.
    void prepare(Backing backing) throws VolumeException, IOException {
        switch (backing) {
            case Backing.SparseFiles(long dataBytes, long metadataBytes) -> {
                refuseFile(facts.data());
                refuseFile(facts.metadata());
                makeFile(facts.data(), dataBytes);
                makeFile(facts.metadata(), metadataBytes);
            }
            case Backing.BlockDevices(Path data, Path metadata) -> {
                refuseContent(data);
                refuseContent(metadata);
            }
        }
    }

    /// Device-mapper makes a new pool of metadata that is blank: that is refused here.
    void refuseBlank() throws VolumeException, IOException {
        if (!isBlank(Path.of(facts.metadata()))) return;
        throw new VolumeException(
                Kind.MISSING,
                "%s should have the metadata of pool %s, and has nothing but zeros"
                        .formatted(facts.metadata(), facts.name()));
    }

    Path data() throws VolumeException, IOException {
        return device(facts.data());
    }

    Path metadata() throws VolumeException, IOException {
        return device(facts.metadata());
    }

    void release() throws VolumeException, IOException {
        if (!facts.loops()) return;
        loops.detach(facts.data());
        loops.detach(facts.metadata());
    }

    private Path device(String place) throws VolumeException, IOException {
        return facts.loops() ? loops.attach(place) : Path.of(place);
    }

    private static void refuseFile(String file) throws VolumeException {
        if (!Files.exists(Path.of(file))) return;
        throw new VolumeException(
                Kind.TAKEN,
                "%s should not exist before its pool does, and is never overwritten"
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
                "the first %d bytes of %s should be zero, and are not: it holds something"
                        .formatted(BLANK_BYTES, device));
    }

    private static boolean isBlank(Path place) throws IOException {
        try (InputStream in = Files.newInputStream(place)) {
            for (byte each : in.readNBytes(BLANK_BYTES)) if (each != 0) return false;
            return true;
        }
    }
}
