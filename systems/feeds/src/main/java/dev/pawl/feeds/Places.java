package dev.pawl.feeds;

import dev.pawl.feeds.load.Shelf;
import dev.pawl.feeds.load.Supply;
import dev.pawl.machine.JsonCodec;
import dev.pawl.orchestrator.limit.Trouble;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.run.Payload;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Where the documents of each source come from, in a file of the home: a later run, in whatever
/// process, goes on with the same places.
///
/// A place is a text: the path of a directory or a file, or an address. The file is replaced as a
/// whole and on the disk before the old one goes, so a crash leaves the one or the other.
public final class Places {
    /// The name of the file.
    public static final String FILE = "feeds.json";

    private static final Pattern ADDRESS = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]+://.*");

    private final Path file;

    private Places(Path file) {
        this.file = file;
    }

    /// Returns the places that a home knows; it need not exist.
    public static Places in(Path home) {
        return new Places(home.resolve(FILE));
    }

    /// Returns the place of each source that has one.
    public Map<SourceKind, String> all() throws IOException {
        Map<SourceKind, String> all = new EnumMap<>(SourceKind.class);
        if (!Files.exists(file)) return all;
        Kept kept;
        try {
            kept = JsonCodec.JSON.decode(Payload.of(Files.readString(file)), Kept.class);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "expected {\"places\": {\"cwe\": \"directory\", …}} in %s, found something"
                                    .formatted(file)
                            + " else; delete it, and name the places anew",
                    e);
        }
        kept.places().forEach((id, place) -> SourceKind.find(id).ifPresent(k -> all.put(k, place)));
        return all;
    }

    /// Keeps more places, or others for sources that have one.
    public void keep(Map<SourceKind, String> more) throws IOException {
        if (more.isEmpty()) return;
        Map<String, String> places = new TreeMap<>();
        all().forEach((kind, place) -> places.put(kind.id(), place));
        more.forEach((kind, place) -> places.put(kind.id(), place));
        Path home = file.toAbsolutePath().getParent();
        if (home != null) Files.createDirectories(home);
        Path next = file.resolveSibling(FILE + ".next");
        Files.writeString(next, JsonCodec.JSON.encode(new Kept(places)).text());
        try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /// Returns a supply that looks up the place of a source each time it is asked.
    public Supply supply(SourceKind kind) {
        return _ -> {
            String place = all().get(kind);
            if (place == null) {
                throw new SourceException(
                        Trouble.NOT_FOUND,
                        "nobody said where %s comes from: `pawl feeds run --from %s=DIR` does"
                                .formatted(kind.id(), kind.id()));
            }
            return here(kind, place);
        };
    }

    /// Returns a place as it is kept: a path in full, so that it is the same from everywhere.
    public static String full(String place) {
        return ADDRESS.matcher(place).matches()
                ? place
                : Path.of(place).toAbsolutePath().normalize().toString();
    }

    /// Returns the path that a place is.
    public static Path here(SourceKind kind, String place) throws SourceException {
        if (ADDRESS.matcher(place).matches()) {
            throw new SourceException(
                    Trouble.NOT_FOUND,
                    "expected a directory or a file with documents of %s, found the address %s:"
                                    .formatted(kind.id(), place)
                            + " fetching from the web is not possible yet");
        }
        return Path.of(place);
    }

    /// Returns whether a place has documents of a source.
    public static boolean has(SourceKind kind, String place) throws SourceException {
        return Shelf.isStocked(here(kind, place), kind.formats());
    }

    /// What is in the file.
    record Kept(Map<String, String> places) {
        Kept {
            places = Map.copyOf(places);
        }
    }
}
