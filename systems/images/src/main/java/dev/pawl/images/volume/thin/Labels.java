package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.DiskSync;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/// The name of each number of a pool, and whether its volume is complete. A label is on disk before
/// its number is created, because the pool itself knows only numbers.
record Labels(Path directory) {

    static Labels in(Path directory) throws IOException {
        return new Labels(Files.createDirectories(directory));
    }

    Optional<Label> of(int id) throws IOException {
        try {
            String text = Files.readString(file(id));
            return Optional.of(JsonCodec.JSON.decode(Payload.of(text), Label.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /// Returns whether the number of a volume has the name of the volume.
    boolean isLabelled(Device device) throws IOException {
        return own(device).isPresent();
    }

    boolean isComplete(Device device) throws IOException {
        return own(device).filter(Label::complete).isPresent();
    }

    private Optional<Label> own(Device device) throws IOException {
        return of(device.id()).filter(label -> label.name().equals(device.name()));
    }

    void write(Device device, boolean complete) throws IOException {
        Path temporary = directory.resolve(".making-" + device.id());
        String text = JsonCodec.JSON.encode(new Label(device.name(), complete)).text();
        Files.writeString(temporary, text);
        DiskSync.force(temporary);
        Files.move(temporary, file(device.id()), StandardCopyOption.ATOMIC_MOVE);
        DiskSync.force(directory);
    }

    void remove(int id) throws IOException {
        if (Files.deleteIfExists(file(id))) DiskSync.force(directory);
    }

    private Path file(int id) {
        return directory.resolve(Integer.toString(id));
    }

    /// The label of one number.
    record Label(String name, boolean complete) {}
}
