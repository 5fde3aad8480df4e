package dev.pawl.classes.control;

import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.template.DesiredState;
import dev.pawl.controller.ActionResult;
import dev.pawl.controller.OwnWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Makes the metrics of functions known to Prometheus, by the annotations that its discovery of
/// Services reads.
final class MetricsTargets {
    private static final String PREFIX = "prometheus.io/";
    private static final String SERVICE_PORT = "/spec/ports/0/targetPort";
    private static final String CONTAINER_PORT =
            "/spec/template/spec/containers/0/ports/0/containerPort";

    private final ClusterLink link;

    MetricsTargets(ClusterLink link) {
        this.link = link;
    }

    /// Annotates the Service of each function; one that has the annotations is not written to.
    ActionResult ensure(ClassRuntime runtime, DesiredState desired) {
        List<OwnWrite> writes = new ArrayList<>();
        for (DesiredState.Child child : desired.children()) {
            ManagedKind kind = child.ref().kind();
            if (kind != ManagedKind.SERVICE && kind != ManagedKind.KNATIVE_SERVICE) continue;
            ObjectRef ref =
                    new ObjectRef(kind.resource(), runtime.key().namespace(), child.ref().name());
            ResourceManifest present = link.cached(ref).orElse(null);
            if (present == null || !runtime.uid().equals(present.controllerUid())) {
                return missing(child.ref(), writes);
            }
            Map<String, String> wanted = wanted(present, kind);
            if (present.annotations().entrySet().containsAll(wanted.entrySet())) continue;
            writes.add(link.written(ref.kind(), annotated(ref, present, wanted)));
        }
        return ActionResult.wrote("%d metrics targets announced".formatted(writes.size()), writes);
    }

    private static ActionResult missing(ChildRef ref, List<OwnWrite> writes) {
        return new ActionResult.Failed(
                "MetricsTargetMissing",
                "expected %s, found none of this class".formatted(ref),
                writes,
                Map.of());
    }

    private static Map<String, String> wanted(ResourceManifest present, ManagedKind kind) {
        String pointer = kind == ManagedKind.SERVICE ? SERVICE_PORT : CONTAINER_PORT;
        return Map.of(
                PREFIX + "scrape",
                "true",
                PREFIX + "path",
                "/metrics",
                PREFIX + "port",
                present.at(pointer).asString("80"));
    }

    private ResourceManifest annotated(
            ObjectRef ref, ResourceManifest present, Map<String, String> wanted) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        ObjectNode annotations = patch.putObject("annotations");
        wanted.forEach(annotations::put);
        return link.writer().patchMetadata(ref, patch.toString(), present.resourceVersion());
    }
}
