package dev.pawl.pipeline.feed;

import java.util.List;

/// The items of a page, as the source returned them.
public record FetchedPage(List<RawItem> items) {
    public FetchedPage {
        items = List.copyOf(items);
    }
}
