package dev.pawl.pipeline.feed;

import java.util.List;

/// The items of a page, as the source returned them in one answer.
///
/// @param total how many items the partition has, according to the same answer
public record FetchedPage(List<RawItem> items, long total) {
    public FetchedPage {
        items = List.copyOf(items);
        if (total < 0) {
            throw new IllegalArgumentException("expected a total of 0 or more, found " + total);
        }
    }
}
