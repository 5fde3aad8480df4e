package dev.pawl.images.volume;

import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// What a volume says of itself, in a file of its own: whoever works in a volume reads it first, so
/// that nobody works in a directory that only has the volume's place.
public record Marker(String imageId, int deviceId, String run) {
    /// The file at the top of a volume.
    private static final String FILE = ".pawl-volume.json";

    /// Returns the marker at the top of a volume; empty if there is none.
    public static Optional<Marker> in(Path top) throws IOException {
        try {
            String text = Files.readString(top.resolve(FILE));
            return Optional.of(JsonCodec.JSON.decode(Payload.of(text), Marker.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /// Writes this marker to the top of a volume; it is durable when the volume is.
    public void write(Path top) throws IOException {
        Files.writeString(top.resolve(FILE), JsonCodec.JSON.encode(this).text());
    }

    /// Refuses a marker that is of another volume than this one.
    public void check(Device device) throws VolumeException {
        if (deviceId == device.id()) return;
        throw new VolumeException(
                VolumeException.Kind.FOREIGN,
                "volume %s should be number %d, and says that it is number %d of %s"
                        .formatted(device.name(), device.id(), deviceId, imageId));
    }
}
