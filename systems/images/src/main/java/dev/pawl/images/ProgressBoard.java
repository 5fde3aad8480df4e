package dev.pawl.images;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// How far each image is at this moment, in this process.
public final class ProgressBoard {
    private final Map<String, Reading> readings = new ConcurrentHashMap<>();

    void set(Reading reading) {
        readings.put(reading.imageId(), reading);
    }

    void clear(String imageId) {
        readings.remove(imageId);
    }

    /// Returns what is under way, by image.
    public List<Reading> readings() {
        return readings.values().stream()
                .sorted((one, other) -> one.imageId().compareTo(other.imageId()))
                .toList();
    }

    /// How far one image is; a total of 0 is not known.
    public record Reading(String imageId, String phase, long bytes, long totalBytes, long files) {}
}
