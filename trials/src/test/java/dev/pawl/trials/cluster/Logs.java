package dev.pawl.trials.cluster;

import dev.pawl.engine.Happening;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// What nodes wrote.
final class Logs {
    private static final int LINES_MAX = 300;

    /// What a task may say that met a server which was away: see the store's errors.
    private static final String AWAY = "it works again when the server does";

    private Logs() {}

    /// Returns the tasks that failed for another reason than a server that is away.
    static List<String> unexpected(List<String> output) {
        return output.stream()
                .filter(line -> line.contains(NodeMain.TASK_FAILED) && !line.contains(AWAY))
                .toList();
    }

    static boolean isEnd(Happening happening) {
        return happening instanceof Happening.RunChanged changed
                && changed.after().status().isEnd();
    }

    /// Returns the ends of what nodes wrote, if something is wrong.
    static String of(List<NodeProcess> nodes, List<String> wrong) {
        return wrong.isEmpty() ? "" : of(nodes);
    }

    /// Returns the ends of what nodes wrote.
    static String of(List<NodeProcess> nodes) {
        List<String> lines = new ArrayList<>();
        try {
            for (NodeProcess node : nodes) {
                lines.add("\n--- " + node.settings.name());
                List<String> output = node.output();
                lines.addAll(output.subList(Math.max(0, output.size() - LINES_MAX), output.size()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return String.join("\n", lines);
    }
}
