package dev.pawl.classes;

import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.control.ClassEvents;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.ClassRuntimeSpec;
import dev.pawl.classes.resource.WorkloadStatus;
import dev.pawl.classes.resource.format.RuntimeReader;
import dev.pawl.controller.ObjectKey;
import dev.pawl.engine.Host;
import dev.pawl.engine.Refused;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Rolls classes back. It needs a client alone, so it also works where no manager runs.
public final class Rollbacks {
    /// The annotation with the last rollback: who, why, when, and from and to which generation.
    public static final String ANNOTATION = "oaas.io/rollback";

    private final ClusterClient client;
    private final Host host;

    public Rollbacks(ClusterClient client, Host host) {
        this.client = client;
        this.host = host;
    }

    /// Replaces the spec of a class by that of its last available revision which differs from it. A
    /// change that another party makes at the same time is not overwritten: then it throws
    /// [ClusterException.Stale]. Throws [Refused] if there is no such class or revision.
    public RolledBack rollback(ObjectKey key, String actor, String reason) {
        ObjectRef ref = new ObjectRef(ResourceKind.CLASS_RUNTIME, key.namespace(), key.name());
        ResourceManifest present =
                client.get(ref).orElseThrow(() -> new Refused("there is no class " + key));
        ClassRuntime runtime = RuntimeReader.read(present);
        WorkloadStatus.Revision target = target(runtime);
        if (target == null) {
            throw new Refused(
                    "class %s has no available revision other than its spec (has: %s)"
                            .formatted(key, generations(runtime)));
        }
        ObjectNode tree = present.copy();
        tree.set("spec", ResourceManifest.parse(target.spec()).tree());
        ObjectNode note = JsonNodeFactory.instance.objectNode();
        note.put("actor", actor).put("reason", reason);
        note.put("from", runtime.generation()).put("to", target.generation());
        note.put("at", host.now().truncatedTo(ChronoUnit.SECONDS).toString());
        tree.withObject("/metadata").withObject("/annotations").put(ANNOTATION, note.toString());
        ResourceManifest written = client.replace(ResourceManifest.adopt(tree));
        announce(runtime, target, "%s: %s".formatted(actor, reason));
        return new RolledBack(runtime.generation(), target.generation(), written.generation());
    }

    private static WorkloadStatus.@Nullable Revision target(ClassRuntime runtime) {
        List<WorkloadStatus.Revision> revisions = runtime.status().workload().revisions();
        for (WorkloadStatus.Revision each : revisions.reversed()) {
            ClassRuntimeSpec spec = RuntimeReader.spec(each.spec());
            if (!spec.equals(runtime.spec())) return each;
        }
        return null;
    }

    private static List<Long> generations(ClassRuntime runtime) {
        return runtime.status().workload().revisions().stream()
                .map(WorkloadStatus.Revision::generation)
                .toList();
    }

    private void announce(ClassRuntime runtime, WorkloadStatus.Revision target, String why) {
        try {
            ClassEvents.rolledBack(
                    client,
                    runtime,
                    "Rolled back from generation %d to the spec of %d. %s"
                            .formatted(runtime.generation(), target.generation(), why),
                    host.now());
        } catch (ClusterException _) {
            // The annotation has recorded it already.
        }
    }
}
