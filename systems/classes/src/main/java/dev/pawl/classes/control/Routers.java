package dev.pawl.classes.control;

import dev.pawl.classes.cluster.ObjectChange;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.WatchListener;
import dev.pawl.classes.resource.WorkloadStatus.Router;
import dev.pawl.controller.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The routers of each namespace: Services with the label of a router. Thread-safe.
public final class Routers {
    /// The label of a router's Service, with any value.
    public static final String LABEL = "oaas.io/router";

    private static final int PORT = 17_447;

    private final Map<ObjectKey, Router> known = new TreeMap<>();

    /// Takes over a change of a Service; returns whether the routers are others now.
    synchronized boolean changed(ObjectChange change) {
        if (!change.kind().equals(ResourceKind.SERVICE)) return false;
        ResourceManifest service = change.object();
        boolean isRouter =
                change.type() != WatchListener.Type.DELETED
                        && service.label(LABEL) != null
                        && !service.isBeingDeleted();
        if (!isRouter) return known.remove(change.key()) != null;
        int port = service.at("/spec/ports/0/port").asInt(PORT);
        Router router = new Router(service.name(), port);
        return !router.equals(known.put(change.key(), router));
    }

    /// Returns the routers of a namespace, by name.
    synchronized List<Router> in(String namespace) {
        if (known.isEmpty()) return List.of();
        return known.entrySet().stream()
                .filter(each -> each.getKey().namespace().equals(namespace))
                .map(Map.Entry::getValue)
                .toList();
    }
}
