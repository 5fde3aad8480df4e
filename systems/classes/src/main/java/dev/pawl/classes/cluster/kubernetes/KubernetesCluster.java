package dev.pawl.classes.cluster.kubernetes;

import dev.pawl.classes.cluster.ApplyOptions;
import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.Listing;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.Preconditions;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.Selection;
import dev.pawl.classes.cluster.Watch;
import dev.pawl.classes.cluster.WatchListener;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A client of a Kubernetes API server.
public final class KubernetesCluster implements ClusterClient {
    private static final String PAGE_MAX = "500";

    private final ApiConnection connection;
    private final String manager;
    private final Map<String, ResourceKind> known = new ConcurrentHashMap<>();
    private final List<HttpWatch> watches = new CopyOnWriteArrayList<>();

    private KubernetesCluster(ApiConnection connection, String manager) {
        this.connection = connection;
        this.manager = manager;
    }

    /// Connects to the cluster of a kubeconfig file, or to the default one: that of `KUBECONFIG`,
    /// of `~/.kube/config`, or the one that this process runs in.
    ///
    /// @param manager the field manager of writes that are not applied
    public static KubernetesCluster connect(@Nullable Path kubeconfig, String manager) {
        if (kubeconfig != null && !Files.isReadable(kubeconfig)) {
            throw new IllegalArgumentException(
                    "expected a readable kubeconfig file, found none at " + kubeconfig);
        }
        Config config =
                kubeconfig == null
                        ? Config.autoConfigure(null)
                        : Config.fromKubeconfig(kubeconfig.toFile());
        // A failure is for the caller to see, who knows when to try again.
        config.setRequestRetryBackoffLimit(0);
        return new KubernetesCluster(
                new ApiConnection(
                        new JdkHttpClientFactory().newBuilder(config).build(),
                        config.getMasterUrl()),
                manager);
    }

    @Override
    public Optional<ResourceManifest> get(ObjectRef ref) {
        ApiTarget target = ApiTarget.object(ref, manager);
        try {
            return Optional.of(received(connection.get(target, target.path())));
        } catch (ClusterException.NotFound e) {
            // The server answers the same for a kind that it does not know.
            if (serves(ref.kind())) return Optional.empty();
            throw e;
        }
    }

    @Override
    public Listing list(ResourceKind kind, Selection selection) {
        ApiTarget target = ApiTarget.collection(kind, selection.namespace());
        List<ResourceManifest> items = new ArrayList<>();
        String next = "";
        String version;
        do {
            JsonNode page =
                    connection.get(
                            target,
                            target.query(
                                    "labelSelector", selection.labelSelector(),
                                    "limit", PAGE_MAX,
                                    "continue", next));
            for (JsonNode item : page.path("items")) items.add(item(item, kind));
            version = page.path("metadata").path("resourceVersion").asString("");
            next = page.path("metadata").path("continue").asString("");
        } while (!next.isEmpty());
        return new Listing(items, version);
    }

    @Override
    public Watch watch(
            ResourceKind kind,
            Selection selection,
            String resourceVersion,
            WatchListener listener) {
        ApiTarget target = ApiTarget.collection(kind, selection.namespace());
        HttpWatch watch = new HttpWatch(connection, target, listener);
        watches.removeIf(HttpWatch::isOver);
        watches.add(watch);
        return watch.open(
                target.query(
                        "watch",
                        "true",
                        "labelSelector",
                        selection.labelSelector(),
                        "resourceVersion",
                        resourceVersion));
    }

    @Override
    public ResourceManifest create(ResourceManifest object) {
        ApiTarget target = ApiTarget.collection(kindOf(object), object.namespace());
        String path = target.query("fieldManager", manager);
        return received(
                connection.send(ApiConnection.Call.json("POST", path, object.json()), target));
    }

    @Override
    public ResourceManifest apply(ResourceManifest object, ApplyOptions options) {
        ApiTarget target = ApiTarget.object(object.ref(kindOf(object)), options.manager());
        String path =
                target.query(
                        "fieldManager", options.manager(),
                        "force", Boolean.toString(options.force()),
                        "dryRun", options.dryRun() ? "All" : "");
        return received(
                connection.send(
                        new ApiConnection.Call(
                                "PATCH", path, "application/apply-patch+yaml", object.json()),
                        target));
    }

    @Override
    public ResourceManifest replace(ResourceManifest object) {
        ApiTarget target = ApiTarget.object(object.ref(kindOf(object)), manager);
        String path = target.query("fieldManager", manager);
        return received(
                connection.send(ApiConnection.Call.json("PUT", path, object.json()), target));
    }

    @Override
    public ResourceManifest replaceStatus(ResourceManifest object) {
        ApiTarget target = ApiTarget.object(object.ref(kindOf(object)), manager).part("status");
        String path = target.query("fieldManager", manager);
        return received(
                connection.send(ApiConnection.Call.json("PUT", path, object.json()), target));
    }

    @Override
    public ResourceManifest patchMetadata(
            ObjectRef ref, String mergePatch, @Nullable String resourceVersion) {
        ApiTarget target = ApiTarget.object(ref, manager);
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        ObjectNode metadata = ResourceManifest.parse(mergePatch).copy();
        if (resourceVersion != null) metadata.put("resourceVersion", resourceVersion);
        patch.set("metadata", metadata);
        return received(
                connection.send(
                        new ApiConnection.Call(
                                "PATCH",
                                target.query("fieldManager", manager),
                                "application/merge-patch+json",
                                patch.toString()),
                        target));
    }

    @Override
    public void delete(ObjectRef ref, Preconditions preconditions) {
        ApiTarget target = ApiTarget.object(ref, manager);
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("apiVersion", "v1").put("kind", "DeleteOptions");
        options.put("propagationPolicy", "Background");
        ObjectNode expected = options.putObject("preconditions");
        if (preconditions.uid() != null) expected.put("uid", preconditions.uid());
        if (preconditions.resourceVersion() != null) {
            expected.put("resourceVersion", preconditions.resourceVersion());
        }
        connection.send(
                ApiConnection.Call.json("DELETE", target.path(), options.toString()), target);
    }

    @Override
    public boolean serves(ResourceKind kind) {
        try {
            ResourceKind found = discovered(kind.apiVersion(), kind.kind());
            return found != null && found.plural().equals(kind.plural());
        } catch (ClusterException.NotFound _) {
            return false;
        }
    }

    @Override
    public void close() {
        watches.forEach(HttpWatch::close);
        connection.close();
    }

    private ResourceKind kindOf(ResourceManifest object) {
        String apiVersion = object.tree().path("apiVersion").asString("");
        String kind = object.tree().path("kind").asString("");
        ResourceKind found =
                apiVersion.isEmpty() || kind.isEmpty() ? null : discovered(apiVersion, kind);
        if (found != null) return found;
        throw new ClusterException.NotFound(
                "expected a kind that the server knows, found '%s' of '%s'"
                        .formatted(kind, apiVersion));
    }

    /// Returns a kind as the server lists it, or null if its group does not have it.
    private @Nullable ResourceKind discovered(String apiVersion, String kind) {
        String key = apiVersion + "/" + kind;
        ResourceKind seen = known.get(key);
        if (seen != null) return seen;
        ApiTarget group = ApiTarget.group(apiVersion);
        for (JsonNode each : connection.get(group, group.path()).path("resources")) {
            String plural = each.path("name").asString("");
            if (!each.path("kind").asString("").equals(kind) || plural.contains("/")) continue;
            ResourceKind found = new ResourceKind(apiVersion, kind, plural);
            known.put(key, found);
            return found;
        }
        return null;
    }

    /// An item of a list lacks its kind.
    private static ResourceManifest item(JsonNode item, ResourceKind kind) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        tree.put("apiVersion", kind.apiVersion()).put("kind", kind.kind());
        item.properties().forEach(e -> tree.set(e.getKey(), e.getValue()));
        return received(tree);
    }

    static ResourceManifest received(JsonNode answer) {
        if (!(answer instanceof ObjectNode tree)) {
            throw new ClusterException.Unavailable(
                    "expected an object from the API server, found " + answer, null);
        }
        if (tree.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove("managedFields");
        }
        return ResourceManifest.adopt(tree);
    }
}
