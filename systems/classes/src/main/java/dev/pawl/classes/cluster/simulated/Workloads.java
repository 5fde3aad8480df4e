package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.Preconditions;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The controllers of Deployments and Knative Services and the kubelet in one: each workload gets
/// its pods, pods start, and the workload's status says how many are ready.
final class Workloads {
    private static final String CONTROLLERS = "kube-controller-manager";
    private static final String HASH = "pod-template-hash";
    private static final String MIN_SCALE = "autoscaling.knative.dev/minScale";

    private final ObjectStore store;
    private final ObjectWrites writes;
    private final RandomGenerator random;
    private final Duration startMax;
    private final Map<String, SimulatedPod> pods = new HashMap<>();
    private final Map<ObjectRef, Breakage> broken = new HashMap<>();

    Workloads(ObjectStore store, ObjectWrites writes, RandomGenerator random, Duration startMax) {
        this.store = store;
        this.writes = writes;
        this.random = random;
        this.startMax = startMax;
    }

    static boolean owns(ResourceKind kind) {
        return kind.equals(ResourceKind.DEPLOYMENT) || kind.equals(ResourceKind.KNATIVE_SERVICE);
    }

    void inject(ObjectRef workload, Breakage breakage) {
        broken.put(workload, breakage);
    }

    void heal(ObjectRef workload) {
        broken.remove(workload);
    }

    /// Forgets a pod that is gone.
    void forget(String uid) {
        pods.remove(uid);
    }

    /// Brings a workload closer to what it should be; returns when to look again, or null if only a
    /// change calls for it.
    @Nullable Instant reconcile(ObjectRef ref, Instant now) {
        StoredObject found = store.find(ref);
        if (found == null || found.manifest().isBeingDeleted()) return null;
        ResourceManifest workload = found.manifest();
        Breakage breakage = broken.get(ref);
        String hash = hash(workload);
        List<ResourceManifest> current = new ArrayList<>();
        List<ResourceManifest> old = new ArrayList<>();
        for (ObjectRef each : store.dependents(workload.uid())) {
            StoredObject pod = each.kind().equals(ResourceKind.POD) ? store.find(each) : null;
            if (pod == null || pod.manifest().isBeingDeleted()) continue;
            boolean isCurrent = hash.equals(pod.manifest().label(HASH));
            (isCurrent ? current : old).add(pod.manifest());
        }
        int desired = desired(workload);
        while (current.size() < desired) current.add(createPod(workload, hash, now));
        while (current.size() > desired) delete(current.removeLast(), now);
        Instant next = advance(current, now, breakage);
        next = earlier(next, advance(old, now, breakage));
        if (ready(current) >= desired) {
            old.forEach(pod -> delete(pod, now));
            old.clear();
        }
        WorkloadState state =
                new WorkloadState(desired, current.size(), ready(current), old.size(), ready(old));
        boolean isKnative = ref.kind().equals(ResourceKind.KNATIVE_SERVICE);
        writes.putStatus(
                ref,
                isKnative
                        ? state.knativeStatus(workload, breakage)
                        : state.deploymentStatus(workload));
        return next;
    }

    private @Nullable Instant advance(
            List<ResourceManifest> all, Instant now, @Nullable Breakage breakage) {
        Instant next = null;
        for (ResourceManifest pod : all) {
            SimulatedPod before = pods.getOrDefault(pod.uid(), SimulatedPod.starting(now));
            SimulatedPod after = before.at(now, breakage, startTime());
            pods.put(pod.uid(), after);
            if (!after.equals(before) || pod.tree().path("status").isMissingNode()) {
                writes.putStatus(pod.ref(ResourceKind.POD), after.status(pod));
            }
            if (after.until() != null) next = earlier(next, after.until());
        }
        return next;
    }

    private ResourceManifest createPod(ResourceManifest workload, String hash, Instant now) {
        ObjectNode pod = JsonNodeFactory.instance.objectNode();
        pod.put("apiVersion", "v1").put("kind", "Pod");
        JsonNode template = workload.tree().path("spec").path("template");
        ObjectNode metadata = pod.putObject("metadata");
        metadata.put("name", "%s-%s-%s".formatted(workload.name(), hash, Names.suffix(random)));
        metadata.put("namespace", workload.namespace());
        ObjectNode labels = metadata.putObject("labels");
        template.path("metadata")
                .path("labels")
                .properties()
                .forEach(e -> labels.set(e.getKey(), e.getValue()));
        labels.put(HASH, hash);
        metadata.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", workload.tree().path("apiVersion").asString(""))
                .put("kind", workload.tree().path("kind").asString(""))
                .put("name", workload.name())
                .put("uid", workload.uid())
                .put("controller", true);
        pod.set("spec", template.path("spec"));
        ResourceManifest created = writes.create(ResourceManifest.adopt(pod), CONTROLLERS, now);
        pods.put(created.uid(), SimulatedPod.starting(now.plus(startTime())));
        return created;
    }

    private void delete(ResourceManifest pod, Instant now) {
        try {
            writes.delete(pod.ref(ResourceKind.POD), Preconditions.uid(pod.uid()), now);
        } catch (ClusterException.NotFound _) {
            // It is gone already, as it should be.
        }
    }

    private int ready(List<ResourceManifest> all) {
        return (int)
                all.stream()
                        .map(pod -> pods.get(pod.uid()))
                        .filter(state -> state != null && state.isReady())
                        .count();
    }

    private Duration startTime() {
        long max = startMax.toMillis();
        return Duration.ofMillis(max == 0 ? 0 : max / 2 + random.nextLong(max / 2 + 1));
    }

    private static int desired(ResourceManifest workload) {
        JsonNode spec = workload.tree().path("spec");
        if (spec.has("replicas")) return spec.path("replicas").asInt(1);
        JsonNode annotations = spec.path("template").path("metadata").path("annotations");
        return Math.max(1, annotations.path(MIN_SCALE).asInt(1));
    }

    private static String hash(ResourceManifest workload) {
        return Integer.toHexString(workload.tree().path("spec").path("template").hashCode());
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        if (one == null) return other;
        return other == null || one.isBefore(other) ? one : other;
    }
}
