package dev.pawl.pipeline.table;

import java.util.ArrayList;
import java.util.List;

/// Where a partition is read on: the offset behind the last item that was read, and the last items
/// themselves, by which the place is found again when items before it have come or gone.
///
/// @param anchors the ids of the last items, in the order of the source
/// @param rereads how often the partition was started again because none of them was left
public record PagePlace(long offset, List<String> anchors, long rereads) {
    /// Enough that hardly ever all of them vanish between two pages.
    private static final int ANCHORS_MAX = 6;

    public PagePlace {
        anchors = List.copyOf(anchors);
    }

    static PagePlace of(long offset, String anchors, long rereads) {
        return new PagePlace(
                offset, anchors.isEmpty() ? List.of() : List.of(anchors.split("\n")), rereads);
    }

    /// Returns the place behind a page with these ids.
    public PagePlace behind(long next, List<String> ids) {
        List<String> all = new ArrayList<>(anchors);
        // An id with a line break could not be stored as one line.
        for (String id : ids) if (!id.contains("\n")) all.add(id);
        return new PagePlace(
                next, all.subList(Math.max(0, all.size() - ANCHORS_MAX), all.size()), rereads);
    }

    /// Returns the start of the partition, to be read again.
    public PagePlace lost() {
        return new PagePlace(0, List.of(), rereads + 1);
    }

    String text() {
        return String.join("\n", anchors);
    }
}
