package dev.pawl.classes.cluster.kubernetes;

import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.Watch;
import dev.pawl.classes.cluster.WatchListener;
import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A watch as the API server sends it: a line of JSON for each change.
final class HttpWatch implements Watch {
    private final ApiConnection connection;
    private final ApiTarget target;
    private final WatchListener listener;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private volatile @Nullable AsyncBody body;

    HttpWatch(ApiConnection connection, ApiTarget target, WatchListener listener) {
        this.connection = connection;
        this.target = target;
        this.listener = listener;
    }

    HttpWatch open(String path) {
        AsyncBody opened = connection.stream(target, path, this::received);
        body = opened;
        // The end is reported to the listener, so the future itself is of no use.
        var _ = opened.done().whenComplete((_, error) -> end(broken(error)));
        if (isOver.get()) opened.cancel();
        else opened.consume();
        return this;
    }

    private ClusterException broken(@Nullable Throwable error) {
        String what = "the watch of " + target.path();
        return new ClusterException.Unavailable(
                error == null
                        ? "the server ended " + what
                        : "expected %s to continue, found %s".formatted(what, error),
                error);
    }

    @Override
    public void close() {
        isOver.set(true);
        AsyncBody opened = body;
        if (opened != null) opened.cancel();
    }

    boolean isOver() {
        return isOver.get();
    }

    private void received(List<ByteBuffer> buffers, AsyncBody from) {
        for (ByteBuffer buffer : buffers) {
            while (buffer.hasRemaining()) {
                byte next = buffer.get();
                if (next != '\n') line.write(next);
                else receivedLine();
            }
        }
        if (!isOver.get()) from.consume();
    }

    private void receivedLine() {
        JsonNode event = connection.parse(line.toByteArray());
        line.reset();
        JsonNode object = event.path("object");
        switch (event.path("type").asString("")) {
            case "ADDED" -> changed(WatchListener.Type.ADDED, object);
            case "MODIFIED" -> changed(WatchListener.Type.MODIFIED, object);
            case "DELETED" -> changed(WatchListener.Type.DELETED, object);
            case "ERROR" ->
                    end(
                            ApiErrors.of(
                                    object.path("code").asInt(500),
                                    object,
                                    "watch of " + target.path(),
                                    target));
            default -> {}
        }
    }

    private void changed(WatchListener.Type type, JsonNode object) {
        if (isOver.get() || !(object instanceof ObjectNode tree)) return;
        listener.changed(type, KubernetesCluster.received(tree));
    }

    private void end(ClusterException reason) {
        if (!isOver.compareAndSet(false, true)) return;
        AsyncBody opened = body;
        if (opened != null) opened.cancel();
        listener.closed(reason);
    }
}
