package dev.pawl.diamonds.simulator;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// A stock at one moment, sorted by price per carat. Immutable; the stones of recent queries are
/// cached, so that the pages of a query are sorted once.
final class StockSnapshot {
    private static final int CACHED_QUERIES_MAX = 512;

    private final StockStone[] stones;
    private final Map<StockQuery, StockStone[]> cached = new ConcurrentHashMap<>();

    private StockSnapshot(StockStone[] sorted) {
        this.stones = sorted;
    }

    static StockSnapshot of(Collection<StockStone> stones) {
        StockStone[] sorted = stones.toArray(StockStone[]::new);
        Arrays.sort(sorted, StockStone.BY_CARAT_PRICE);
        return new StockSnapshot(sorted);
    }

    int size() {
        return stones.length;
    }

    StockStone get(int index) {
        return stones[index];
    }

    /// Returns the stones in the order in which they were added.
    StockStone[] all() {
        StockStone[] all = stones.clone();
        Arrays.sort(all, StockQuery.StockOrder.CREATED_ASC.comparator());
        return all;
    }

    int count(StockQuery query) {
        if (query.hasTimes()) return select(query).length;
        return Math.max(0, lower(query.to(), true) - lower(query.from(), false));
    }

    /// Returns the stones of a query in its order; the array must not be changed.
    StockStone[] select(StockQuery query) {
        StockStone[] known = cached.get(query);
        if (known != null) return known;
        int start = lower(query.from(), false);
        int end = Math.max(start, lower(query.to(), true));
        StockStone[] selected =
                Arrays.stream(stones, start, end).filter(query::matches).toArray(StockStone[]::new);
        Arrays.sort(selected, query.order().comparator());
        if (cached.size() < CACHED_QUERIES_MAX) cached.put(query, selected);
        return selected;
    }

    /// Returns the index of the first stone that is dearer than `caratPrice`, or as dear if not
    /// `after`.
    private int lower(long caratPrice, boolean after) {
        int low = 0;
        int high = stones.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            long found = stones[middle].caratPrice();
            boolean isBefore = after ? found <= caratPrice : found < caratPrice;
            if (isBefore) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    /// Returns this stock without the stones of these ids, and with others.
    StockSnapshot with(Set<String> removed, List<StockStone> added) {
        StockStone[] sorted =
                Stream.concat(
                                Arrays.stream(stones).filter(each -> !removed.contains(each.id())),
                                added.stream())
                        .toArray(StockStone[]::new);
        // Nearly sorted already, which makes this cheap.
        Arrays.sort(sorted, StockStone.BY_CARAT_PRICE);
        return new StockSnapshot(sorted);
    }
}
