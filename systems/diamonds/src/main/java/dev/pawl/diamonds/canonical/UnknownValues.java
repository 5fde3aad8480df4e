package dev.pawl.diamonds.canonical;

import dev.pawl.diamonds.canonical.PreparedStone.Ready;
import dev.pawl.diamonds.mapping.UnknownValue;
import dev.pawl.machine.Transaction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Counts the values that the vocabulary does not contain, with a stone as an example of each.
final class UnknownValues {
    private static final int VALUE_MAX = 100;

    private final Transaction tx;
    private final String feed;
    private final String now;
    private final Map<UnknownValue, Integer> counts = new HashMap<>();
    private final Map<UnknownValue, String> examples = new HashMap<>();

    UnknownValues(Transaction tx, String feed, String now) {
        this.tx = tx;
        this.feed = feed;
        this.now = now;
    }

    void add(Ready stone) {
        for (UnknownValue each : stone.unknown()) {
            counts.merge(each, 1, Integer::sum);
            examples.putIfAbsent(each, stone.payload().stoneId());
        }
    }

    void flush() {
        List<Object[]> rows = new ArrayList<>();
        counts.entrySet().stream()
                // In one order on all nodes, so that they never wait for each other in turn.
                .sorted(Comparator.comparing(each -> each.getKey().toString()))
                .forEach(each -> rows.add(row(each.getKey(), each.getValue())));
        tx.updateAll(
                "insert into diamond_unknown_values (feed, field, value, seen, example,"
                        + " last_seen_at) values (?, ?, ?, ?, ?, ?)"
                        + " on conflict (feed, field, value) do update set"
                        + " seen = diamond_unknown_values.seen + excluded.seen,"
                        + " last_seen_at = excluded.last_seen_at",
                rows);
    }

    private Object[] row(UnknownValue each, int count) {
        String value = each.value();
        String shown = value.length() <= VALUE_MAX ? value : value.substring(0, VALUE_MAX);
        return new Object[] {
            feed, each.field(), shown, (long) count, examples.getOrDefault(each, ""), now
        };
    }
}
