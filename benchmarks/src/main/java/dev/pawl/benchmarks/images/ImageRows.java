package dev.pawl.benchmarks.images;

import dev.pawl.benchmarks.harness.Row;
import java.util.List;

/// The rows about images.
public final class ImageRows {
    private ImageRows() {}

    public static List<Row> all() {
        return List.of(new ImageOnce(), new ImageAgain(), new ImagesTen(), new ImageHeap());
    }
}
