package dev.pawl.cli.diamonds.context;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;

/// The supplier of each feed, remembered in a file of the home directory so that later runs and
/// resumed ones use the same.
///
/// The file is replaced atomically and synced first, so a crash leaves either the old or the new
/// one.
final class RememberedSuppliers {
    static final String FILE = "diamonds.json";

    private final Path file;

    RememberedSuppliers(Path home) {
        this.file = home.resolve(FILE);
    }

    /// Returns the suppliers by the name of their feed.
    Map<String, SupplierPlace> all() {
        if (!Files.exists(file)) return Map.of();
        try {
            return JsonCodec.JSON
                    .decode(Payload.of(Files.readString(file)), Content.class)
                    .suppliers();
        } catch (IllegalArgumentException | IOException _) {
            throw CommandException.store(
                    "expected {\"suppliers\": {\"nivoda\": {\"url\": …}}} in %s, found something"
                                    .formatted(file)
                            + " else; delete the file and pass --supplier again");
        }
    }

    /// Adds a supplier, or replaces that of its feed.
    void remember(String feed, SupplierPlace place) {
        Map<String, SupplierPlace> next = new TreeMap<>(all());
        if (place.equals(next.put(feed, place))) return;
        try {
            write(next);
        } catch (IOException e) {
            throw CommandException.store(
                    "the supplier cannot be saved in %s: %s".formatted(file, e));
        }
    }

    private void write(Map<String, SupplierPlace> suppliers) throws IOException {
        Path home = file.toAbsolutePath().getParent();
        if (home != null) Files.createDirectories(home);
        Path next = file.resolveSibling(FILE + ".next");
        Files.writeString(next, JsonCodec.JSON.encode(new Content(suppliers)).text());
        try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /// The content of the file.
    record Content(Map<String, SupplierPlace> suppliers) {
        Content {
            suppliers = Map.copyOf(suppliers);
        }
    }
}
