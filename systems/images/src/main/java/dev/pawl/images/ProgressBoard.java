package dev.pawl.images;

import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How far each image is: in this process at every moment, and in small files about once a second,
/// so that other processes see it, and so that one that died has said how far it came.
public final class ProgressBoard {
    private static final Duration COARSE = Duration.ofSeconds(1);
    private static final String ENDING = ".json";

    private final Path directory;
    private final Map<String, Posted> posted = new ConcurrentHashMap<>();

    private ProgressBoard(Path directory) {
        this.directory = directory;
    }

    static ProgressBoard in(Path directory) throws IOException {
        return new ProgressBoard(Files.createDirectories(directory));
    }

    /// Notes how far an image is; a total of 0 is not known.
    void set(String imageId, String phase, Amounts amounts) {
        Instant now = Instant.now();
        Posted before = posted.get(imageId);
        String since = now.toString();
        Instant written = now;
        if (before != null && before.reading().phase().equals(phase)) {
            since = before.reading().since();
            boolean fresh = Duration.between(before.written(), now).compareTo(COARSE) < 0;
            if (fresh) written = before.written();
        }
        Reading reading = new Reading(imageId, phase, amounts, since, now.toString());
        posted.put(imageId, new Posted(reading, written));
        if (written.equals(now)) write(reading);
    }

    void clear(String imageId) throws IOException {
        posted.remove(imageId);
        Files.deleteIfExists(file(imageId));
    }

    /// Returns what is under way in this process, by image.
    public List<Reading> readings() {
        return posted.values().stream()
                .map(Posted::reading)
                .sorted((one, other) -> one.imageId().compareTo(other.imageId()))
                .toList();
    }

    /// Returns what was under way in any process when it last said so, by image.
    public List<Reading> stored() throws IOException {
        List<Reading> stored = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(each -> isName(each)).sorted().toList()) {
                Reading reading = read(file);
                if (reading != null) stored.add(reading);
            }
        }
        return stored;
    }

    private static boolean isName(Path file) {
        return file.getFileName().toString().endsWith(ENDING);
    }

    private static @Nullable Reading read(Path file) throws IOException {
        try {
            return JsonCodec.JSON.decode(Payload.of(Files.readString(file)), Reading.class);
        } catch (NoSuchFileException _) {
            // It is done by now.
            return null;
        }
    }

    private void write(Reading reading) {
        Path making = directory.resolve(reading.imageId() + ".new");
        try {
            Files.writeString(making, JsonCodec.JSON.encode(reading).text());
            Files.move(making, file(reading.imageId()), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException _) {
            // The work goes on: whoever looks sees something older.
        }
    }

    private Path file(String imageId) {
        return directory.resolve(imageId + ENDING);
    }

    /// How much of an image is done; a total of 0 is not known.
    public record Amounts(long bytes, long totalBytes, long files) {}

    /// How far one image is, since when it is in this phase, and when it said so.
    public record Reading(String imageId, String phase, Amounts amounts, String since, String at) {
        /// Returns the bytes of a second, by and large.
        public double rate() {
            long millis = Duration.between(Instant.parse(since), Instant.parse(at)).toMillis();
            return millis == 0 ? 0 : amounts.bytes() * 1000.0 / millis;
        }
    }

    private record Posted(Reading reading, Instant written) {}
}
