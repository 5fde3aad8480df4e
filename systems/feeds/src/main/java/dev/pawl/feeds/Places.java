package dev.pawl.feeds;

import dev.pawl.feeds.load.Shelf;
import dev.pawl.feeds.web.Addresses;
import dev.pawl.machine.JsonCodec;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.run.Payload;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Where the documents of each source come from, in a file of the home: a later run, in whatever
/// process, goes on with the same places.
///
/// A place is a text: the path of a directory or a file, an address, or [#PUBLISHER]. The file is
/// replaced as a whole and on the disk before the old one goes, so a crash leaves the one or the
/// other.
public final class Places {
    /// The place of a source that is fetched from its publisher.
    public static final String PUBLISHER = "publisher";

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

    /// Tells the system where each source comes from; those without a place from their publisher.
    public void tell(FeedsOptions options, Map<String, String> environment) throws IOException {
        Map<String, List<String>> mirrors = new TreeMap<>();
        for (Map.Entry<SourceKind, String> each : all().entrySet()) {
            String place = each.getValue();
            if (isAddress(place)) mirrors.put(each.getKey().id(), List.of(place.split(" ", -1)));
            else if (!place.equals(PUBLISHER)) options.from(each.getKey(), Path.of(place));
        }
        Path work = file.toAbsolutePath().resolveSibling("feeds").resolve("web");
        options.online(work, Addresses.of(mirrors), environment);
    }

    /// Returns whether a place is one or several addresses, with spaces between them.
    public static boolean isAddress(String place) {
        return ADDRESS.matcher(place).matches();
    }

    /// Returns a place as it is kept: a path in full, so that it is the same from everywhere.
    public static String full(String place) {
        return isAddress(place) || place.equals(PUBLISHER)
                ? place
                : Path.of(place).toAbsolutePath().normalize().toString();
    }

    /// Returns whether a place has documents of a source; what is elsewhere is not looked at.
    public static boolean has(SourceKind kind, String place) throws SourceException {
        if (isAddress(place) || place.equals(PUBLISHER)) return true;
        return Shelf.isStocked(Path.of(place), kind.formats());
    }

    /// What is in the file.
    record Kept(Map<String, String> places) {
        Kept {
            places = Map.copyOf(places);
        }
    }
}
