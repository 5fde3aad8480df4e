package dev.pawl.diamonds.heatmap;

import java.util.ArrayList;
import java.util.List;

/// Joins neighbouring ranges to groups of about the same size.
///
/// @param ranges neighbours, from the lowest price to the highest
/// @param total how many stones they have together
record RangeGrouping(List<CountedRange> ranges, long total) {
    /// How much larger than the mean a group may be.
    static final double LARGEST = 1.5;

    /// Returns at most `wanted` groups, none of them larger than [#LARGEST] times the mean, except
    /// ties.
    ///
    /// If a range is too large for so many groups, there are fewer: the time of a run depends on
    /// its largest partition, and more small ones would not shorten it.
    List<List<CountedRange>> groups(int wanted) {
        for (int count = wanted; count > 1; count--) {
            long most = (long) (LARGEST * total / count);
            if (isPossible(most) && group(most).size() <= count) {
                return group(smallest(count, most));
            }
        }
        return List.of(ranges);
    }

    /// Returns the smallest size with which there are not more groups.
    private long smallest(int count, long most) {
        long low = 0;
        long high = most;
        while (low < high) {
            long middle = (low + high) >>> 1;
            boolean isEnough = isPossible(middle) && group(middle).size() <= count;
            if (isEnough) high = middle;
            else low = middle + 1;
        }
        return high;
    }

    private boolean isPossible(long most) {
        return ranges.stream().allMatch(each -> each.stones() <= most || each.isTie());
    }

    /// Returns groups of at most so many stones; a tie with more is a group by itself.
    private List<List<CountedRange>> group(long most) {
        List<List<CountedRange>> groups = new ArrayList<>();
        List<CountedRange> group = new ArrayList<>();
        long stones = 0;
        for (CountedRange each : ranges) {
            boolean isFull = stones > 0 && each.stones() > 0 && stones + each.stones() > most;
            if (isFull) {
                groups.add(group);
                group = new ArrayList<>();
                stones = 0;
            }
            group.add(each);
            stones += each.stones();
        }
        groups.add(group);
        return groups;
    }
}
