package dev.pawl.classes.cluster.kubernetes;

import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.InformerListener;
import dev.pawl.classes.cluster.InformerSource;
import dev.pawl.classes.cluster.Informers;
import dev.pawl.classes.cluster.ObjectChange;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.Selection;
import dev.pawl.classes.cluster.WatchListener;
import dev.pawl.engine.Host;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Plays the kubelet of a server without nodes: it sets the status of every pod.
public final class KubeletStandIn implements AutoCloseable {
    private final Host host;
    private final ClusterClient client;
    private final Informers informers;
    private volatile Function<ResourceManifest, Health> health = _ -> Health.READY;

    public KubeletStandIn(Host host, ClusterClient client) {
        this.host = host;
        this.client = client;
        this.informers =
                Informers.start(
                        host,
                        client,
                        new Informers.Settings(
                                List.of(new InformerSource(ResourceKind.POD, Selection.all())),
                                "app",
                                Duration.ofSeconds(30)),
                        new Listener());
    }

    /// Sets how pods are from now on, and changes those that are there.
    public void health(Function<ResourceManifest, Health> byPod) {
        health = byPod;
        informers.cache(ResourceKind.POD).all().forEach(this::refresh);
    }

    @Override
    public void close() {
        informers.close();
    }

    private void refresh(ResourceManifest pod) {
        ObjectNode status = status(pod, health.apply(pod));
        if (pod.isBeingDeleted() || status.equals(pod.at("/status"))) return;
        ObjectNode changed = pod.copy();
        changed.set("status", status);
        try {
            client.replaceStatus(ResourceManifest.adopt(changed));
        } catch (ClusterException.Stale | ClusterException.NotFound _) {
            // The change that came between wakes this again.
        }
    }

    private ObjectNode status(ResourceManifest pod, Health wanted) {
        ObjectNode status =
                pod.at("/status") instanceof ObjectNode old ? old.deepCopy() : pod.copy();
        boolean isReady = wanted == Health.READY;
        status.put("phase", "Running");
        var conditions = status.putArray("conditions");
        for (String type : List.of("Ready", "ContainersReady", "PodScheduled")) {
            ObjectNode condition = conditions.addObject().put("type", type);
            condition.putNull("lastProbeTime");
            condition.put("lastTransitionTime", pod.text("/metadata/creationTimestamp").orElse(""));
            condition.put("status", isReady || type.equals("PodScheduled") ? "True" : "False");
        }
        var containers = status.putArray("containerStatuses");
        for (JsonNode container : pod.at("/spec/containers")) {
            ObjectNode each = containers.addObject();
            each.put("name", container.path("name").asString(""));
            each.put("image", container.path("image").asString(""));
            each.put("imageID", "").put("ready", isReady).put("started", isReady);
            each.put("restartCount", isReady ? 0 : 5);
            if (isReady) {
                each.putObject("state").putObject("running").putNull("startedAt");
            } else {
                each.putObject("state").putObject("waiting").put("reason", "CrashLoopBackOff");
            }
            each.putObject("lastState");
        }
        return status;
    }

    /// How a pod is.
    public enum Health {
        READY,
        CRASH_LOOP
    }

    private final class Listener implements InformerListener {
        @Override
        public void changed(ObjectChange change) {
            if (change.type() == WatchListener.Type.DELETED) return;
            // An informer must not be held up by a request.
            host.start("kubelet", () -> refresh(change.object()));
        }

        @Override
        public void lost(InformerSource source, ClusterException reason) {}

        @Override
        public void synced(InformerSource source) {}

        @Override
        public void audited(InformerSource source, int missed) {}
    }
}
