package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.DiskSync;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.VolumeException.Kind;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/// The description of a pool in its directory, for the next start of the host.
///
/// @param identity the identity of the pool in device-mapper, which no other pool of its name has
/// @param loops whether data and metadata are files that need loop devices
record PoolRecord(
        String name,
        String identity,
        String data,
        String metadata,
        boolean loops,
        int blockSectors) {
    private static final String FILE = "pool.json";

    static PoolRecord of(ThinPoolSettings settings, Path directory) {
        String identity = "PAWL-" + UUID.randomUUID();
        return switch (settings.backing()) {
            case Backing.SparseFiles _ ->
                    new PoolRecord(
                            settings.name(),
                            identity,
                            directory.resolve("data.img").toString(),
                            directory.resolve("metadata.img").toString(),
                            true,
                            settings.blockSectors());
            case Backing.BlockDevices(Path data, Path metadata) ->
                    new PoolRecord(
                            settings.name(),
                            identity,
                            data.toString(),
                            metadata.toString(),
                            false,
                            settings.blockSectors());
        };
    }

    static PoolRecord read(Path directory) throws VolumeException, IOException {
        try {
            String text = Files.readString(file(directory));
            return JsonCodec.JSON.decode(Payload.of(text), PoolRecord.class);
        } catch (NoSuchFileException e) {
            throw new VolumeException(
                    Kind.MISSING,
                    "expected the description of a pool in %s, found no file; create a pool first"
                            .formatted(file(directory)),
                    e);
        }
    }

    static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(FILE));
    }

    /// Refuses a directory that already has a pool.
    static void refuse(Path directory) throws VolumeException {
        if (Files.exists(file(directory))) throw taken(directory);
    }

    /// Writes this description to a new file.
    void write(Path directory) throws VolumeException, IOException {
        try {
            Files.writeString(
                    file(directory),
                    JsonCodec.JSON.encode(this).text(),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.SYNC);
        } catch (FileAlreadyExistsException e) {
            throw taken(directory);
        }
        DiskSync.force(directory);
    }

    private static VolumeException taken(Path directory) {
        return new VolumeException(
                Kind.TAKEN,
                "%s shows that the pool already exists; open it instead"
                        .formatted(file(directory)));
    }

    private static Path file(Path directory) {
        return directory.resolve(FILE);
    }
}
