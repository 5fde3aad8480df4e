package dev.pawl.classes.cluster.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.WatchListener;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The events of a watch on their way to a client: one line of JSON each.
final class WatchResponse implements WatchListener {
    /// An empty line in this interval shows whether the client is still there.
    private static final Duration QUIET_MAX = Duration.ofSeconds(2);

    private static final String END = "";

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    @Override
    public void changed(Type type, ResourceManifest object) {
        lines.add(line(type.name(), object.tree()));
    }

    @Override
    public void closed(ClusterException reason) {
        lines.add(line("ERROR", ApiStatus.of(reason).tree()));
        lines.add(END);
    }

    /// Writes lines until the watch ends, or the client is gone.
    void writeTo(OutputStream out) throws IOException, InterruptedException {
        out.flush();
        while (true) {
            String line = lines.poll(QUIET_MAX.toMillis(), TimeUnit.MILLISECONDS);
            if (END.equals(line)) return;
            out.write(((line == null ? "" : line) + "\n").getBytes(UTF_8));
            if (lines.isEmpty()) out.flush();
        }
    }

    private static String line(String type, ObjectNode object) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("type", type);
        event.set("object", object);
        return event.toString();
    }
}
