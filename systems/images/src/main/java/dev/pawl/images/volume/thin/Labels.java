package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Durable;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/// Says of each number what it is called and whether it is complete, in a file that is on the disk
/// before the number is taken: a pool itself knows numbers alone.
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

    /// Returns whether this is what the number of a volume is called.
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
        Path making = directory.resolve(".making-" + device.id());
        String text = JsonCodec.JSON.encode(new Label(device.name(), complete)).text();
        Files.writeString(making, text);
        Durable.force(making);
        Files.move(making, file(device.id()), StandardCopyOption.ATOMIC_MOVE);
        Durable.force(directory);
    }

    void remove(int id) throws IOException {
        if (Files.deleteIfExists(file(id))) Durable.force(directory);
    }

    private Path file(int id) {
        return directory.resolve(Integer.toString(id));
    }

    /// What is said of one number.
    record Label(String name, boolean complete) {}
}
