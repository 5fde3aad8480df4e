package dev.pawl.benchmarks.diamonds;

import java.util.List;

/// A page of the supplier as rows: those of its stones, and the page's own.
record BarePage(long number, String partition, long offset, int items, List<BareRow> rows) {
    static final List<String> COLUMNS =
            List.of(
                    "number bigint",
                    "feed text",
                    "run_id text",
                    "partition_id text",
                    "page_offset bigint",
                    "items integer",
                    "seen text",
                    "queued text",
                    "queued_count integer",
                    "written_at text",
                    "done_at text");

    /// Returns the values of the page's own row, which has the numbers of its stones twice, as the
    /// system's has.
    Object[] values(String now) {
        StringBuilder numbers = new StringBuilder("[");
        for (BareRow row : rows) {
            if (numbers.length() > 1) numbers.append(',');
            numbers.append(row.raw()[0]);
        }
        String list = numbers.append(']').toString();
        return new Object[] {
            number,
            DiamondsSystem.FEED,
            BareClient.RUN,
            partition,
            offset,
            items,
            list,
            list,
            rows.size(),
            now,
            now
        };
    }
}
