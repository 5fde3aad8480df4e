package dev.pawl.classes.template;

import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.observation.ChildReader;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.DataGridSpec;
import dev.pawl.classes.resource.FunctionSpec;
import dev.pawl.classes.resource.ProvisionConfig;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The manifests of the children of one class.
final class ChildManifests {
    static final int SERVICE_PORT = 80;
    static final int GRID_PORT = 8080;
    private static final int GRID_PEER_PORT = 17_447;
    private static final int KNATIVE_PORT = 8080;
    private static final int CPU_UTILISATION = 70;

    private final ClassRuntime runtime;
    private final TemplateDescriptor descriptor;
    private final RenderSettings settings;

    ChildManifests(ClassRuntime runtime, TemplateDescriptor descriptor, RenderSettings settings) {
        this.runtime = runtime;
        this.descriptor = descriptor;
        this.settings = settings;
    }

    /// Returns the replicas that a spec asks for: at least one, because only Knative can wake a
    /// function that has none.
    static int replicas(FunctionSpec spec) {
        Integer min = spec.provision().minScale();
        return min == null ? 1 : Math.max(1, min);
    }

    ObjectNode deployment(
            FunctionSpec spec, ChildRef ref, boolean hasDataGrid, @Nullable Integer replicas) {
        ObjectNode tree = child(ref, ref.name());
        annotate(tree, spec);
        ObjectNode body = tree.putObject("spec");
        if (replicas != null) body.put("replicas", replicas);
        body.putObject("selector").putObject("matchLabels").put("app", ref.name());
        ObjectNode template = body.putObject("template");
        labels(template.putObject("metadata").putObject("labels"), ref.name());
        ObjectNode container = template.putObject("spec").putArray("containers").addObject();
        container(container, spec, hasDataGrid, SERVICE_PORT);
        return tree;
    }

    ObjectNode knative(FunctionSpec spec, ChildRef ref, boolean hasDataGrid, boolean setsScale) {
        ObjectNode tree = child(ref, ref.name());
        annotate(tree, spec);
        ObjectNode template = tree.putObject("spec").putObject("template");
        ObjectNode metadata = template.putObject("metadata");
        labels(metadata.putObject("labels"), ref.name());
        ProvisionConfig provision = spec.provision();
        ObjectNode annotations = JsonNodeFactory.instance.objectNode();
        if (setsScale && provision.minScale() != null) {
            annotations.put(ScalePatches.MIN_SCALE, String.valueOf(provision.minScale()));
        }
        if (provision.maxScale() != null && provision.maxScale() > 0) {
            annotations.put(
                    "autoscaling.knative.dev/maxScale", String.valueOf(provision.maxScale()));
        }
        if (!annotations.isEmpty()) metadata.set("annotations", annotations);
        ObjectNode container = template.putObject("spec").putArray("containers").addObject();
        container(container, spec, hasDataGrid, KNATIVE_PORT);
        return tree;
    }

    ObjectNode service(FunctionSpec spec, ChildRef ref) {
        ObjectNode tree = child(ref, ref.name());
        ObjectNode body = tree.putObject("spec");
        body.putObject("selector").put("app", ref.name());
        Integer port = spec.provision().port();
        port(body.putArray("ports"), "http", SERVICE_PORT, port == null ? SERVICE_PORT : port);
        return tree;
    }

    ObjectNode autoscaler(FunctionSpec spec, ChildRef ref, boolean isEnforced) {
        ObjectNode tree = child(ref, ref.name());
        ObjectNode body = tree.putObject("spec");
        body.putObject("scaleTargetRef")
                .put("apiVersion", ResourceKind.DEPLOYMENT.apiVersion())
                .put("kind", ResourceKind.DEPLOYMENT.kind())
                .put("name", ref.name());
        if (!isEnforced) body.put("minReplicas", replicas(spec));
        body.put(
                "maxReplicas",
                Math.max(
                        replicas(spec),
                        Objects.requireNonNullElse(spec.provision().maxScale(), 1)));
        body.put("targetCPUUtilizationPercentage", CPU_UTILISATION);
        return tree;
    }

    ObjectNode dataGrid(String name) {
        DataGridSpec grid =
                Objects.requireNonNullElse(runtime.spec().dataGrid(), DataGridSpec.DEFAULT);
        ObjectNode tree = child(new ChildRef(ManagedKind.ODGM_DEPLOYMENT, name), name);
        ObjectNode body = tree.putObject("spec");
        if (!settings.enforced().contains("odgm")) body.put("replicas", grid.replicaCount());
        body.putObject("selector").putObject("matchLabels").put("app", name);
        ObjectNode template = body.putObject("template");
        labels(template.putObject("metadata").putObject("labels"), name);
        ObjectNode container = template.putObject("spec").putArray("containers").addObject();
        container.put("name", "odgm").put("image", settings.dataGridImage());
        ArrayNode ports = container.putArray("ports");
        ports.addObject().put("name", "http").put("containerPort", GRID_PORT);
        ports.addObject().put("name", "peer").put("containerPort", GRID_PEER_PORT);
        environment(container, GridEnvironment.of(runtime, descriptor, grid));
        return tree;
    }

    ObjectNode dataGridService(ChildRef ref, String app) {
        ObjectNode tree = child(ref, app);
        ObjectNode body = tree.putObject("spec");
        body.putObject("selector").put("app", app);
        ArrayNode ports = body.putArray("ports");
        port(ports, "http", GRID_PORT, GRID_PORT);
        port(ports, "peer", GRID_PEER_PORT, GRID_PEER_PORT);
        return tree;
    }

    private ObjectNode child(ChildRef ref, String app) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        tree.put("apiVersion", ref.kind().resource().apiVersion());
        tree.put("kind", ref.kind().resource().kind());
        ObjectNode metadata = tree.putObject("metadata");
        metadata.put("name", ref.name()).put("namespace", runtime.key().namespace());
        ObjectNode labels = metadata.putObject("labels");
        labels(labels, app);
        labels.put(ChildReader.ROLE, ref.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        metadata.putObject("annotations").put("oaas.io/class", runtime.key().name());
        metadata.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", ResourceKind.CLASS_RUNTIME.apiVersion())
                .put("kind", ResourceKind.CLASS_RUNTIME.kind())
                .put("name", runtime.key().name())
                .put("uid", runtime.uid())
                .put("controller", true)
                .put("blockOwnerDeletion", true);
        return tree;
    }

    private static void annotate(ObjectNode tree, FunctionSpec spec) {
        tree.withObject("/metadata")
                .withObject("/annotations")
                .put("oaas.io/function-key", spec.functionKey());
    }

    private void labels(ObjectNode labels, String app) {
        Map.Entry<String, String> owner = descriptor.labelSelector().apply(runtime.key().name());
        labels.put("app", app).put(owner.getKey(), owner.getValue());
    }

    private void container(
            ObjectNode container, FunctionSpec spec, boolean hasDataGrid, int otherwise) {
        ProvisionConfig provision = spec.provision();
        container.put("name", "function").put("image", provision.containerImage());
        ObjectNode port = container.putArray("ports").addObject();
        port.put("containerPort", provision.port() == null ? otherwise : provision.port());
        if (provision.needsHttp2()) port.put("name", "h2c");
        Map<String, String> environment = new TreeMap<>();
        if (hasDataGrid) {
            environment.put(
                    "ODGM_URL",
                    "http://%s:%d"
                            .formatted(
                                    ChildNames.dataGridService(runtime.key().name()), GRID_PORT));
        }
        environment.putAll(
                TelemetryEnvironment.of(runtime.spec().telemetry(), settings)
                        .variables(spec.functionKey()));
        environment.putAll(spec.config());
        environment(container, environment);
        resources(container, spec);
    }

    private static void environment(ObjectNode container, Map<String, String> variables) {
        if (variables.isEmpty()) return;
        ArrayNode list = container.putArray("env");
        new TreeMap<>(variables)
                .forEach((name, value) -> list.addObject().put("name", name).put("value", value));
    }

    private void resources(ObjectNode container, FunctionSpec spec) {
        ObjectNode resources = JsonNodeFactory.instance.objectNode();
        amounts(resources, "limits", free(spec, spec.provision().limits()));
        amounts(resources, "requests", free(spec, spec.provision().requests()));
        if (!resources.isEmpty()) container.set("resources", resources);
    }

    /// Returns the amounts that no enforcement owns.
    private ProvisionConfig.Amounts free(FunctionSpec spec, ProvisionConfig.Amounts amounts) {
        String key = spec.functionKey();
        return new ProvisionConfig.Amounts(
                settings.enforced().contains(key + ":cpu") ? null : amounts.cpu(),
                settings.enforced().contains(key + ":memory") ? null : amounts.memory());
    }

    private static void amounts(
            ObjectNode resources, String name, ProvisionConfig.Amounts amounts) {
        if (amounts.equals(ProvisionConfig.Amounts.NONE)) return;
        ObjectNode node = resources.putObject(name);
        if (amounts.cpu() != null) node.put("cpu", amounts.cpu());
        if (amounts.memory() != null) node.put("memory", amounts.memory());
    }

    private static void port(ArrayNode ports, String name, int port, int target) {
        // The server merges ports by number and protocol, and refuses one without the latter.
        ports.addObject()
                .put("name", name)
                .put("port", port)
                .put("protocol", "TCP")
                .put("targetPort", target);
    }
}
