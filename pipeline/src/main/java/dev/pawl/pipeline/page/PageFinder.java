package dev.pawl.pipeline.page;

import dev.pawl.pipeline.feed.Feed;
import dev.pawl.pipeline.feed.FeedCalls;
import dev.pawl.pipeline.feed.FetchedPage;
import dev.pawl.pipeline.feed.PageRequest;
import dev.pawl.pipeline.feed.RawItem;
import dev.pawl.pipeline.table.PagePlace;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads the items behind a place, although offsets move while items come and go.
///
/// Every page starts with the last item that was read, the anchor. Items that stay keep their
/// order, and a page is one answer. So if a page contains an anchor, then every item that was in
/// the partition all the time and comes behind the anchor, up to the end of the page, is on the
/// page; and by induction every one before it was read. If no anchor is where it should be, the
/// pages around are searched for one. If there is none, the partition is read again from its start.
final class PageFinder {
    /// How many pages to each side are searched for an anchor.
    private static final int SEARCH_PAGES = 4;

    /// How often a page without a new item is asked for again; a source may return any number of
    /// items, and the first one is known.
    private static final int EMPTY_TRIES = 4;

    private final Feed feed;
    private final PartitionWork work;
    private final FeedCalls calls;

    PageFinder(Feed feed, PartitionWork work, FeedCalls calls) {
        this.feed = feed;
        this.work = work;
        this.calls = calls;
    }

    /// Returns the next items; empty if the place is lost.
    Optional<NextItems> read(PagePlace place) throws Exception {
        if (place.anchors().isEmpty()) {
            // Without an anchor, only the start is a place that is known.
            return Optional.of(first(fetch(0, work.pageSize())));
        }
        Optional<NextItems> found = find(place);
        for (int i = 0; i < EMPTY_TRIES && found.isPresent() && found.get().isStuck(); i++) {
            NextItems stuck = found.get();
            FetchedPage rest = fetch(stuck.next(), limit());
            // A source whose total is too high, not one that has become smaller meanwhile.
            boolean isEnd = rest.items().isEmpty() && rest.total() > stuck.next();
            if (isEnd) return Optional.of(stuck.asLast());
            found = find(place.behind(stuck.next(), List.of()));
        }
        if (found.isPresent() && found.get().isStuck()) {
            throw new IllegalStateException(
                    "expected items behind offset %d of %s, which has more, found none on %d pages"
                            .formatted(found.get().next(), work.key(), EMPTY_TRIES + 1));
        }
        return found;
    }

    private static NextItems first(FetchedPage page) {
        NextItems first = new NextItems(page.items(), page.items().size(), page.total());
        return first.isStuck() ? first.asLast() : first;
    }

    /// Searches where the anchor was, then page by page before and behind it.
    private Optional<NextItems> find(PagePlace place) throws Exception {
        Set<String> anchors = new HashSet<>(place.anchors());
        long expected = Math.max(0, place.offset() - 1);
        for (int distance = 0; distance <= SEARCH_PAGES; distance++) {
            long step = (long) distance * work.pageSize();
            Optional<NextItems> before = behindAnchor(Math.max(0, expected - step), anchors);
            if (before.isPresent()) return before;
            if (distance == 0) continue;
            Optional<NextItems> behind = behindAnchor(expected + step, anchors);
            if (behind.isPresent()) return behind;
        }
        return Optional.empty();
    }

    private Optional<NextItems> behindAnchor(long start, Set<String> anchors) throws Exception {
        FetchedPage page = fetch(start, limit());
        List<RawItem> items = page.items();
        for (int i = 0; i < items.size(); i++) {
            if (!anchors.contains(items.get(i).id())) continue;
            List<RawItem> behind =
                    items.subList(i + 1, items.size()).stream()
                            .filter(each -> !anchors.contains(each.id()))
                            .toList();
            long next = start + items.size();
            return Optional.of(new NextItems(behind, next, page.total()));
        }
        return Optional.empty();
    }

    private int limit() {
        return Math.min(work.pageSize() + 1, feed.pageMax());
    }

    private FetchedPage fetch(long offset, int limit) throws Exception {
        PageRequest request =
                new PageRequest(work.run(), work.partition(), work.window(), offset, limit);
        FetchedPage page = feed.fetch(request, calls);
        if (page.items().size() > limit) {
            throw new IllegalStateException(
                    "expected at most %d items at offset %d of %s, found %d"
                            .formatted(limit, offset, work.key(), page.items().size()));
        }
        return page;
    }

    /// Items that were not read before.
    ///
    /// @param next the offset behind them
    /// @param total how many items the partition has
    record NextItems(List<RawItem> items, long next, long total) {
        boolean isLast() {
            return next >= total;
        }

        boolean isStuck() {
            return items.isEmpty() && !isLast();
        }

        /// An empty page is the end, whatever the total is.
        NextItems asLast() {
            return new NextItems(items, next, next);
        }
    }
}
