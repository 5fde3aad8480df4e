package dev.pawl.feeds;

import dev.pawl.feeds.load.DocumentScan;
import dev.pawl.feeds.web.PublisherUrls;
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

/// The location of the documents of each source, remembered in a file of the home directory so that
/// later runs use the same ones.
///
/// A location is the path of a directory or file, one or several URLs, or [#PUBLISHER]. The file is
/// replaced atomically and synced first, so a crash leaves either the old or the new one.
public final class SourceLocations {
    /// The location of a source that is downloaded from its publisher.
    public static final String PUBLISHER = "publisher";

    static final String FILE = "feeds.json";

    private static final Pattern URL = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]+://.*");

    private final Path file;

    private SourceLocations(Path file) {
        this.file = file;
    }

    /// Returns the locations of a home directory, which need not exist.
    public static SourceLocations in(Path home) {
        return new SourceLocations(home.resolve(FILE));
    }

    /// Returns the location of each source that has one.
    public Map<SourceKind, String> all() throws IOException {
        Map<SourceKind, String> all = new EnumMap<>(SourceKind.class);
        if (!Files.exists(file)) return all;
        Remembered remembered;
        try {
            remembered =
                    JsonCodec.JSON.decode(Payload.of(Files.readString(file)), Remembered.class);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "expected {\"places\": {\"cwe\": \"directory\", …}} in %s, found something"
                                    .formatted(file)
                            + " else; delete the file and pass --from again",
                    e);
        }
        remembered
                .places()
                .forEach((id, location) ->
                        SourceKind.find(id).ifPresent(kind -> all.put(kind, location)));
        return all;
    }

    /// Adds locations, or replaces those of sources that have one.
    public void remember(Map<SourceKind, String> more) throws IOException {
        if (more.isEmpty()) return;
        Map<String, String> locations = new TreeMap<>();
        all().forEach((kind, location) -> locations.put(kind.id(), location));
        more.forEach((kind, location) -> locations.put(kind.id(), location));
        Path home = file.toAbsolutePath().getParent();
        if (home != null) Files.createDirectories(home);
        Path next = file.resolveSibling(FILE + ".next");
        Files.writeString(next, JsonCodec.JSON.encode(new Remembered(locations)).text());
        try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /// Sets the location of each source; sources without one are downloaded from their publisher.
    public void applyTo(FeedsOptions options, Map<String, String> environment) throws IOException {
        Map<String, List<String>> mirrors = new TreeMap<>();
        for (Map.Entry<SourceKind, String> each : all().entrySet()) {
            String location = each.getValue();
            if (isUrl(location)) {
                mirrors.put(each.getKey().id(), List.of(location.split(" ", -1)));
            } else if (!location.equals(PUBLISHER)) {
                options.from(each.getKey(), Path.of(location));
            }
        }
        Path work = file.toAbsolutePath().resolveSibling("feeds").resolve("web");
        options.online(work, PublisherUrls.of(mirrors), environment);
    }

    /// Returns whether a location is one or several URLs, separated by spaces.
    public static boolean isUrl(String location) {
        return URL.matcher(location).matches();
    }

    /// Returns a location with an absolute path, so that it works from every directory.
    public static String absolute(String location) {
        return isUrl(location) || location.equals(PUBLISHER)
                ? location
                : Path.of(location).toAbsolutePath().normalize().toString();
    }

    /// Returns whether a local location has documents of a source; remote ones are assumed to.
    public static boolean hasDocuments(SourceKind kind, String location) throws SourceException {
        if (isUrl(location) || location.equals(PUBLISHER)) return true;
        return DocumentScan.hasDocuments(Path.of(location), kind.formats());
    }

    /// The content of the file.
    record Remembered(Map<String, String> places) {
        Remembered {
            places = Map.copyOf(places);
        }
    }
}
