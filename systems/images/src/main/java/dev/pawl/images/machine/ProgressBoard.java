package dev.pawl.images.machine;

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

/// The progress of each image: in memory for this process, and in small files about once a second
/// for other processes, which also see how far a crashed process got.
public final class ProgressBoard {
    private static final Duration WRITE_INTERVAL = Duration.ofSeconds(1);
    private static final String ENDING = ".json";

    private final Path directory;
    private final Map<String, Entry> entries = new ConcurrentHashMap<>();

    private ProgressBoard(Path directory) {
        this.directory = directory;
    }

    public static ProgressBoard in(Path directory) throws IOException {
        return new ProgressBoard(Files.createDirectories(directory));
    }

    /// Records the progress of an image; a total of 0 means unknown.
    public void set(String imageId, String phase, Amounts amounts) {
        Instant now = Instant.now();
        Entry before = entries.get(imageId);
        String since = now.toString();
        Instant written = now;
        if (before != null && before.progress().phase().equals(phase)) {
            since = before.progress().since();
            boolean fresh = Duration.between(before.written(), now).compareTo(WRITE_INTERVAL) < 0;
            if (fresh) written = before.written();
        }
        Progress progress = new Progress(imageId, phase, amounts, since, now.toString());
        entries.put(imageId, new Entry(progress, written));
        if (written.equals(now)) write(progress);
    }

    public void clear(String imageId) throws IOException {
        entries.remove(imageId);
        Files.deleteIfExists(file(imageId));
    }

    /// Returns the progress of all images in this process, ordered by image.
    public List<Progress> current() {
        return entries.values().stream()
                .map(Entry::progress)
                .sorted((one, other) -> one.imageId().compareTo(other.imageId()))
                .toList();
    }

    /// Returns the last stored progress of all images of any process, ordered by image.
    public List<Progress> stored() throws IOException {
        List<Progress> stored = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(each -> isName(each)).sorted().toList()) {
                Progress progress = read(file);
                if (progress != null) stored.add(progress);
            }
        }
        return stored;
    }

    private static boolean isName(Path file) {
        return file.getFileName().toString().endsWith(ENDING);
    }

    private static @Nullable Progress read(Path file) throws IOException {
        try {
            return JsonCodec.JSON.decode(Payload.of(Files.readString(file)), Progress.class);
        } catch (NoSuchFileException _) {
            // The run has finished meanwhile.
            return null;
        }
    }

    private void write(Progress progress) {
        Path temporary = directory.resolve(progress.imageId() + ".new");
        try {
            Files.writeString(temporary, JsonCodec.JSON.encode(progress).text());
            Files.move(temporary, file(progress.imageId()), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException _) {
            // Progress is only informative: readers see the previous value.
        }
    }

    private Path file(String imageId) {
        return directory.resolve(imageId + ENDING);
    }

    /// How much of an image is done; a total of 0 means unknown.
    public record Amounts(long bytes, long totalBytes, long files) {}

    /// The progress of one image: its phase, since when, and when it was recorded.
    public record Progress(String imageId, String phase, Amounts amounts, String since, String at) {
        /// Returns the average bytes per second of this phase.
        public double rate() {
            long millis = Duration.between(Instant.parse(since), Instant.parse(at)).toMillis();
            return millis == 0 ? 0 : amounts.bytes() * 1000.0 / millis;
        }
    }

    private record Entry(Progress progress, Instant written) {}
}
