package dev.pawl.diamonds.simulator;

import java.nio.file.Path;
import java.util.List;

/// Where the stock of a simulator comes from.
public sealed interface StockSource {

    /// Made up by a seed, with a realistic distribution of weights, grades and prices.
    record Seeded(long seed, int stones) implements StockSource {

        public Seeded {
            if (stones < 0) {
                throw new IllegalArgumentException("expected 0 stones or more, found " + stones);
            }
        }
    }

    /// Read from files: JSON Lines of pages or items, or CSV with the columns of ggplot2's
    /// diamonds; each may be compressed with gzip.
    record Files(List<Path> files) implements StockSource {

        public Files {
            files = List.copyOf(files);
            if (files.isEmpty()) {
                throw new IllegalArgumentException("expected files with stones, found none");
            }
        }
    }

    /// Given as the JSON of items.
    record Items(List<String> items) implements StockSource {

        public Items {
            items = List.copyOf(items);
        }
    }
}
