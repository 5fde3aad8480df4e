package dev.pawl.trials.cluster;

import dev.pawl.engine.EngineEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// The output of nodes.
final class Logs {
    private static final int LINES_MAX = 300;

    /// Part of the store's error for a server that is unavailable.
    private static final String AWAY = "retry when the server is available again";

    private Logs() {}

    /// Returns the tasks that failed for another reason than a server that is unavailable.
    static List<String> unexpected(List<String> output) {
        return output.stream()
                .filter(line -> line.contains(NodeMain.TASK_FAILED) && !line.contains(AWAY))
                .toList();
    }

    static boolean isEnd(EngineEvent event) {
        return event instanceof EngineEvent.RunChanged changed && changed.after().status().isEnd();
    }

    /// Returns the end of each node's output, if something is wrong.
    static String of(List<NodeProcess> nodes, List<String> wrong) {
        return wrong.isEmpty() ? "" : of(nodes);
    }

    /// Returns the end of each node's output.
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
