package dev.pawl.classes.client;

import dev.pawl.classes.client.ClassDetails.EventLine;
import dev.pawl.classes.cluster.ApplyOptions;
import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.Preconditions;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.Selection;
import dev.pawl.classes.control.LeaseSettings;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.format.RuntimeReader;
import dev.pawl.controller.ObjectKey;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The classes of a cluster, for tools. Every call makes requests and throws what [ClusterClient]
/// throws.
public final class ClassClient {
    /// The field manager of what tools write.
    public static final String MANAGER = "pawl";

    private final ClusterClient client;

    public ClassClient(ClusterClient client) {
        this.client = client;
    }

    /// Returns the classes of a namespace, or of all if it is null, by name.
    public List<ClassRuntime> list(@Nullable String namespace) {
        return client
                .list(ResourceKind.CLASS_RUNTIME, new Selection(namespace, null, null))
                .items()
                .stream()
                .map(RuntimeReader::read)
                .sorted(Comparator.comparing(ClassRuntime::key))
                .toList();
    }

    public Optional<ClassRuntime> get(ObjectKey key) {
        return client.get(ref(key)).map(RuntimeReader::read);
    }

    /// Returns a class with its children and events.
    public Optional<ClassDetails> details(ObjectKey key) {
        return client.get(ref(key)).map(this::details);
    }

    private ClassDetails details(ResourceManifest manifest) {
        ClassRuntime runtime = RuntimeReader.read(manifest);
        return new ClassDetails(
                runtime,
                manifest.annotation(ClassRuntime.HOLD),
                new ChildTree(client, runtime).read(),
                events(runtime));
    }

    /// Returns the workloads of a class: its Deployments and Knative Services.
    public List<ObjectRef> workloads(ClassRuntime runtime) {
        return new ChildTree(client, runtime)
                .workloads().stream()
                        .filter(each -> runtime.uid().equals(each.controllerUid()))
                        .map(each -> each.ref(kind(each)))
                        .toList();
    }

    /// Applies a class.
    ///
    /// @param force whether fields that other managers own are taken over
    public ClassRuntime apply(ResourceManifest manifest, boolean force) {
        ApplyOptions options = ApplyOptions.by(MANAGER);
        return RuntimeReader.read(client.apply(manifest, force ? options.forced() : options));
    }

    /// Deletes a class; its children go first.
    public void delete(ObjectKey key) {
        client.delete(ref(key), Preconditions.none());
    }

    /// Holds a class: the manager does nothing to it until it is released.
    ///
    /// @param reason what its status says meanwhile
    public void hold(ObjectKey key, String reason) {
        annotate(key, reason);
    }

    /// Releases a class that is held.
    public void release(ObjectKey key) {
        annotate(key, null);
    }

    private void annotate(ObjectKey key, @Nullable String reason) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("annotations").put(ClassRuntime.HOLD, reason);
        var _ = client.patchMetadata(ref(key), patch.toString(), null);
    }

    /// Returns the process that holds a lease, or held it last.
    public Optional<ClassLeader> leader(LeaseSettings lease) {
        return client.get(new ObjectRef(ResourceKind.LEASE, lease.namespace(), lease.name()))
                .map(ClassClient::leader);
    }

    private static ClassLeader leader(ResourceManifest lease) {
        return new ClassLeader(
                lease.text("/spec/holderIdentity").orElse(""),
                time(lease.text("/spec/renewTime").orElse("")),
                Duration.ofSeconds(lease.at("/spec/leaseDurationSeconds").asInt(0)));
    }

    private List<EventLine> events(ClassRuntime runtime) {
        return client
                .list(ResourceKind.EVENT, Selection.in(runtime.key().namespace()))
                .items()
                .stream()
                .filter(each -> each.text("/involvedObject/uid").orElse("").equals(runtime.uid()))
                .sorted(Comparator.comparingLong(each -> version(each.resourceVersion())))
                .map(ClassClient::event)
                .toList();
    }

    private static EventLine event(ResourceManifest event) {
        return new EventLine(
                time(event.text("/lastTimestamp").orElse("")),
                event.text("/type").orElse("").equals("Warning"),
                event.text("/reason").orElse(""),
                event.text("/message").orElse(""));
    }

    /// Events of one second are in the order of their versions.
    private static long version(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException _) {
            return Instant.EPOCH;
        }
    }

    private static ResourceKind kind(ResourceManifest workload) {
        return workload.text("/apiVersion").orElse("").equals(ResourceKind.DEPLOYMENT.apiVersion())
                ? ResourceKind.DEPLOYMENT
                : ResourceKind.KNATIVE_SERVICE;
    }

    private static ObjectRef ref(ObjectKey key) {
        return new ObjectRef(ResourceKind.CLASS_RUNTIME, key.namespace(), key.name());
    }
}
