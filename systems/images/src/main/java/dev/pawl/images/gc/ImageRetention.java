package dev.pawl.images.gc;

import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.Image;
import dev.pawl.images.table.Removals;
import dev.pawl.images.table.UnpackedImage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which images to keep: an image must meet every bound that is set. Images that are pinned or in
/// use are always kept, and count towards the bounds.
///
/// @param age how long ago an image may have been downloaded
/// @param unused how long ago an image may have been used last
/// @param count how many images there may be
/// @param bytes how much space the files and volumes of all images may take
public record ImageRetention(
        @Nullable Duration age,
        @Nullable Duration unused,
        @Nullable Integer count,
        @Nullable Long bytes) {
    /// Keeps everything.
    public static final ImageRetention ALL = new ImageRetention(null, null, null, null);

    /// Returns the images to delete, least recently used first.
    public List<Image> expired(Catalog catalog, Instant now) {
        List<Image> kept = new ArrayList<>(catalog.images());
        kept.sort(Comparator.comparing(image -> image.times().used()));
        List<Image> free =
                kept.stream()
                        .filter(image -> Removals.objection(catalog, image).isEmpty())
                        .toList();
        Map<String, Long> sizes = sizes(catalog, kept);
        long total = sizes.values().stream().mapToLong(Long::longValue).sum();
        List<Image> expired = new ArrayList<>();
        for (Image image : free) {
            boolean old = isBefore(image.times().created(), age, now);
            boolean idle = isBefore(image.times().used(), unused, now);
            boolean many = count != null && kept.size() - expired.size() > count;
            boolean large = bytes != null && total > bytes;
            if (!old && !idle && !many && !large) continue;
            expired.add(image);
            total -= sizes.getOrDefault(image.imageId(), 0L);
        }
        return expired;
    }

    /// Returns the size of the file and volume of each image.
    private static Map<String, Long> sizes(Catalog catalog, List<Image> images) {
        Map<String, Long> sizes = new HashMap<>();
        for (Image image : images) sizes.put(image.imageId(), image.copy().sizeBytes());
        for (UnpackedImage volume : catalog.unpacked()) {
            sizes.merge(volume.imageId(), volume.sizeBytes(), Long::sum);
        }
        return sizes;
    }

    private static boolean isBefore(String time, @Nullable Duration bound, Instant now) {
        return bound != null && Instant.parse(time).isBefore(now.minus(bound));
    }
}
