package dev.pawl.images.volume;

import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// Identifies a volume, in a file at its top. Code that works in a volume reads it first, so that
/// it never works in another directory by mistake, such as an empty mount point.
public record Marker(String imageId, int deviceId, String run) {
    /// The file at the top of a volume.
    private static final String FILE = ".pawl-volume.json";

    /// Reads the marker at the top of a volume; empty if there is none.
    public static Optional<Marker> in(Path top) throws IOException {
        try {
            String text = Files.readString(top.resolve(FILE));
            return Optional.of(JsonCodec.JSON.decode(Payload.of(text), Marker.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /// Writes this marker to the top of a volume; it becomes durable with the volume.
    public void write(Path top) throws IOException {
        Files.writeString(top.resolve(FILE), JsonCodec.JSON.encode(this).text());
    }

    /// Refuses the marker of another volume.
    public void check(Device device) throws VolumeException {
        if (deviceId == device.id()) return;
        throw new VolumeException(
                VolumeException.Kind.FOREIGN,
                "expected volume %s to be number %d, found the marker of number %d of %s"
                        .formatted(device.name(), device.id(), deviceId, imageId));
    }
}
