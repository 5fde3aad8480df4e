package dev.pawl.images;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which images are worth keeping: every bound that is set must be met. Pinned images and those in
/// use are always kept, and count.
///
/// @param age how long ago an image may have been brought here
/// @param unused how long ago it may have been used last
/// @param count how many images there may be
/// @param bytes how much files and volumes of all images may take
public record Retention(
        @Nullable Duration age,
        @Nullable Duration unused,
        @Nullable Integer count,
        @Nullable Long bytes) {
    /// Keeps everything.
    public static final Retention ALL = new Retention(null, null, null, null);

    /// Returns the images that are not worth keeping, the longest unused first.
    List<Image> expired(Catalog catalog, Instant now) {
        List<Image> kept = new ArrayList<>(catalog.images());
        kept.sort(Comparator.comparing(image -> image.times().used()));
        List<Image> free =
                kept.stream()
                        .filter(image -> Removals.objection(catalog, image).isEmpty())
                        .toList();
        List<Image> expired = new ArrayList<>();
        for (Image image : free) {
            boolean old = isBefore(image.times().created(), age, now);
            boolean idle = isBefore(image.times().used(), unused, now);
            boolean many = count != null && kept.size() > count;
            boolean large = bytes != null && bytes(catalog, kept) > bytes;
            if (!old && !idle && !many && !large) continue;
            expired.add(image);
            kept.remove(image);
        }
        return expired;
    }

    private static long bytes(Catalog catalog, List<Image> images) {
        long sum = 0;
        for (Image image : images) {
            sum += image.copy().sizeBytes();
            sum += catalog.unpacked(image.imageId()).map(Unpacked::sizeBytes).orElse(0L);
        }
        return sum;
    }

    private static boolean isBefore(String time, @Nullable Duration bound, Instant now) {
        return bound != null && Instant.parse(time).isBefore(now.minus(bound));
    }
}
