package dev.pawl.pipeline.feed;

import java.time.Instant;
import java.util.List;

/// The items of a page that are written in the page's commit.
public record PageWrite(PageRequest page, List<RawItem> items, Instant at) {
    public PageWrite {
        items = List.copyOf(items);
    }
}
