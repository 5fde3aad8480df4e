package dev.pawl.cli.classes.display;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.controller.DecisionRow;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A recorded decision for people.
public final class DecisionLines {
    private static final int DIFFERENCE_MAX = 200;

    private DecisionLines() {}

    /// Returns the decision in a few lines.
    public static List<String> of(DecisionRow row) {
        List<String> lines = new ArrayList<>();
        String message = message(row);
        lines.add(
                "%4d  %s  %s%s"
                        .formatted(
                                row.number(),
                                HumanText.time(row.at()),
                                row.summary(),
                                message.isEmpty() ? "" : ": " + Table.oneLine(message)));
        if (!row.content().actions().isEmpty()) {
            lines.add(
                    "      actions: "
                            + row.content().actions().stream()
                                    .map(DecisionLines::action)
                                    .collect(Collectors.joining(", ")));
        }
        if (row.result() != null) lines.add("      result:  " + Table.oneLine(row.result()));
        if (!row.difference().isEmpty()) {
            lines.add(
                    "      changed: "
                            + HumanText.cut(Table.oneLine(row.difference()), DIFFERENCE_MAX));
        }
        return lines;
    }

    /// Returns what the status was to say.
    static String message(DecisionRow row) {
        return text(field(field(value(row.content().update()), "update"), "message"));
    }

    /// Returns the name of an action: that of the inner one if there is one.
    private static String action(String json) {
        Object action = value(json);
        Object inner = field(action, "action");
        return text(field(inner == null ? action : inner, "@type"));
    }

    private static @Nullable Object value(String json) {
        return JsonCodec.JSON.decode(Payload.of(json), Object.class);
    }

    private static @Nullable Object field(@Nullable Object value, String name) {
        return value instanceof Map<?, ?> fields ? fields.get(name) : null;
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }
}
