package dev.pawl.classes.cluster.server;

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
import dev.pawl.classes.cluster.simulated.SimulatedCluster;
import dev.pawl.engine.Host;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Executes the requests of the Kubernetes API in a simulated cluster.
final class ApiHandler implements AutoCloseable {
    private static final String APPLY = "application/apply-patch+yaml";

    private final SimulatedCluster cluster;
    private final Host host;
    private final Map<String, ClusterClient> clients = new ConcurrentHashMap<>();

    ApiHandler(SimulatedCluster cluster, Host host) {
        this.cluster = cluster;
        this.host = host;
    }

    /// Executes a request that is not a watch, and returns the object of the answer.
    ObjectNode execute(Call call) {
        KubernetesRequest request = call.request();
        if (request.plural().isEmpty()) return group(request.apiVersion());
        ResourceKind kind = kind(request);
        boolean isCollection = request.name().isEmpty();
        return switch (call.method()) {
            case "GET" -> isCollection ? list(kind, request) : get(kind, request);
            case "POST" -> client(request).create(call.manifest()).copy();
            case "PATCH" -> patch(kind, call);
            case "PUT" -> replace(call);
            case "DELETE" -> delete(kind, call);
            default -> throw unknown(call.method(), request);
        };
    }

    /// Starts a watch.
    Watch watch(KubernetesRequest request, WatchResponse response) {
        ResourceKind kind = kind(request);
        return client(request)
                .watch(kind, selection(request), request.query("resourceVersion"), response);
    }

    @Override
    public void close() {
        clients.values().forEach(ClusterClient::close);
    }

    private ObjectNode group(String apiVersion) {
        List<ResourceKind> kinds =
                cluster.kinds().stream()
                        .filter(each -> each.apiVersion().equals(apiVersion))
                        .toList();
        if (kinds.isEmpty()) {
            throw new ClusterException.NotFound(
                    "expected a group that the server has, found '%s'".formatted(apiVersion));
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.put("apiVersion", "v1").put("kind", "APIResourceList");
        answer.put("groupVersion", apiVersion);
        ArrayNode resources = answer.putArray("resources");
        for (ResourceKind kind : kinds) {
            resources
                    .addObject()
                    .put("name", kind.plural())
                    .put("kind", kind.kind())
                    .put("namespaced", true);
        }
        return answer;
    }

    private ObjectNode list(ResourceKind kind, KubernetesRequest request) {
        Listing listing = client(request).list(kind, selection(request));
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.put("apiVersion", kind.apiVersion()).put("kind", kind.kind() + "List");
        answer.putObject("metadata").put("resourceVersion", listing.resourceVersion());
        ArrayNode items = answer.putArray("items");
        for (ResourceManifest each : listing.items()) items.add(each.tree());
        return answer;
    }

    private ObjectNode get(ResourceKind kind, KubernetesRequest request) {
        ObjectRef ref = ref(kind, request);
        return client(request)
                .get(ref)
                .orElseThrow(() ->
                        new ClusterException.NotFound(
                                "expected %s in %s, found none".formatted(ref, ref.namespace())))
                .tree();
    }

    private ObjectNode patch(ResourceKind kind, Call call) {
        KubernetesRequest request = call.request();
        if (call.contentType().equals(APPLY)) {
            ApplyOptions options =
                    new ApplyOptions(
                            request.query("fieldManager"),
                            request.query("force").equals("true"),
                            request.query("dryRun").equals("All"));
            return client(request).apply(call.manifest(), options).tree();
        }
        ObjectNode patch = call.manifest().copy();
        if (patch.size() != 1 || !(patch.path("metadata") instanceof ObjectNode metadata)) {
            throw new ClusterException.Invalid(
                    "expected a merge patch of metadata alone, found " + patch, List.of());
        }
        String version = metadata.path("resourceVersion").asString("");
        metadata.remove("resourceVersion");
        return client(request)
                .patchMetadata(
                        ref(kind, request), metadata.toString(), version.isEmpty() ? null : version)
                .tree();
    }

    private ObjectNode replace(Call call) {
        ClusterClient client = client(call.request());
        return switch (call.request().part()) {
            case "" -> client.replace(call.manifest()).tree();
            case "status" -> client.replaceStatus(call.manifest()).tree();
            default -> throw unknown("PUT", call.request());
        };
    }

    private ObjectNode delete(ResourceKind kind, Call call) {
        ResourceManifest options =
                call.body().isEmpty() ? ResourceManifest.parse("{}") : call.manifest();
        client(call.request())
                .delete(
                        ref(kind, call.request()),
                        new Preconditions(
                                options.text("/preconditions/uid").orElse(null),
                                options.text("/preconditions/resourceVersion").orElse(null)));
        return JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", "v1")
                .put("kind", "Status")
                .put("status", "Success");
    }

    private ClusterClient client(KubernetesRequest request) {
        return clients.computeIfAbsent(
                request.query("fieldManager"), manager -> cluster.client(host, manager));
    }

    private ResourceKind kind(KubernetesRequest request) {
        for (ResourceKind each : cluster.kinds()) {
            boolean isMeant =
                    each.apiVersion().equals(request.apiVersion())
                            && each.plural().equals(request.plural());
            if (isMeant) return each;
        }
        throw new ClusterException.NotFound(
                "expected a kind that the server has, found '%s' of '%s'"
                        .formatted(request.plural(), request.apiVersion()));
    }

    private static ObjectRef ref(ResourceKind kind, KubernetesRequest request) {
        String namespace = request.namespace();
        return new ObjectRef(kind, namespace == null ? "" : namespace, request.name());
    }

    private static Selection selection(KubernetesRequest request) {
        Selection where = new Selection(request.namespace(), null, null);
        String selector = request.query("labelSelector");
        if (selector.isEmpty()) return where;
        int equals = selector.indexOf('=');
        return equals < 0
                ? where.labelled(selector)
                : where.labelled(selector.substring(0, equals), selector.substring(equals + 1));
    }

    private static ClusterException unknown(String method, KubernetesRequest request) {
        return new ClusterException.NotFound(
                "expected a request that this server knows, found %s of %s %s"
                        .formatted(method, request.plural(), request.part()));
    }

    /// A request with its body.
    record Call(String method, KubernetesRequest request, String contentType, String body) {
        ResourceManifest manifest() {
            return ResourceManifest.parse(body);
        }
    }
}
