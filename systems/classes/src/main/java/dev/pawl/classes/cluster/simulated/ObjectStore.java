package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.Selection;
import dev.pawl.controller.ObjectKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// All objects, their version, and the last changes. Its user guards it with a lock.
final class ObjectStore {
    private final int eventsMax;
    private final Consumer<StoreEvent> listener;
    private final Map<ResourceKind, NavigableMap<ObjectKey, StoredObject>> objects =
            new HashMap<>();
    private final Map<String, ObjectRef> byUid = new HashMap<>();
    private final Map<String, Set<ObjectRef>> dependents = new HashMap<>();
    private final Deque<StoreEvent> events = new ArrayDeque<>();
    private long version = 1;
    private long forgotten = 1;

    ObjectStore(int eventsMax, Consumer<StoreEvent> listener) {
        this.eventsMax = eventsMax;
        this.listener = listener;
    }

    long version() {
        return version;
    }

    @Nullable StoredObject find(ObjectRef ref) {
        return ofKind(ref.kind()).get(new ObjectKey(ref.namespace(), ref.name()));
    }

    /// Returns where the object with a uid is, or null if there is none.
    @Nullable ObjectRef withUid(String uid) {
        return byUid.get(uid);
    }

    /// Returns where the objects are that have an object as owner.
    List<ObjectRef> dependents(String uid) {
        return List.copyOf(dependents.getOrDefault(uid, Set.of()));
    }

    List<ResourceManifest> list(ResourceKind kind, Selection selection) {
        List<ResourceManifest> selected = new ArrayList<>();
        NavigableMap<ObjectKey, StoredObject> all = ofKind(kind);
        String namespace = selection.namespace();
        var range = namespace == null ? all : all.tailMap(new ObjectKey(namespace, "!"), true);
        for (StoredObject each : range.values()) {
            ResourceManifest object = each.manifest();
            if (namespace != null && !object.namespace().equals(namespace)) break;
            if (selection.contains(object)) selected.add(object);
        }
        return selected;
    }

    /// Returns the changes of a kind after a version.
    List<StoreEvent> since(ResourceKind kind, String resourceVersion) {
        long since = number(resourceVersion);
        if (since < forgotten) {
            throw new ClusterException.Expired(
                    "expected to watch from version %d or later, found %d: too old"
                            .formatted(forgotten, since));
        }
        return events.stream()
                .filter(event -> event.version() > since && event.ref().kind().equals(kind))
                .toList();
    }

    /// Forgets the past, so that no watch can resume.
    void forget() {
        events.clear();
        version++;
        forgotten = version;
    }

    /// Stores a state under a new version.
    ResourceManifest put(ObjectRef ref, ObjectNode tree, Map<FieldOwner, FieldSet> owners) {
        StoredObject old = find(ref);
        ResourceManifest object = withVersion(tree, ++version);
        ofKind(ref.kind())
                .put(new ObjectKey(ref.namespace(), ref.name()), new StoredObject(object, owners));
        byUid.put(object.uid(), ref);
        JsonNode before =
                old == null ? null : old.manifest().tree().path("metadata").get("ownerReferences");
        JsonNode after = object.tree().path("metadata").get("ownerReferences");
        if (!Objects.equals(before, after)) {
            if (old != null) unlink(ref, old.manifest());
            link(ref, object);
        }
        publish(new StoreEvent(version, ref, old == null ? null : old.manifest(), object, false));
        return object;
    }

    /// Removes an object under a new version.
    void remove(ObjectRef ref) {
        StoredObject old = ofKind(ref.kind()).remove(new ObjectKey(ref.namespace(), ref.name()));
        if (old == null) return;
        unlink(ref, old.manifest());
        byUid.remove(old.manifest().uid());
        ResourceManifest last = withVersion(old.manifest().tree(), ++version);
        publish(new StoreEvent(version, ref, old.manifest(), last, true));
    }

    static List<String> ownerUids(ResourceManifest object) {
        return object.tree()
                .path("metadata")
                .path("ownerReferences")
                .valueStream()
                .map(owner -> owner.path("uid").asString(""))
                .toList();
    }

    private void publish(StoreEvent event) {
        events.add(event);
        if (events.size() > eventsMax) forgotten = events.remove().version();
        listener.accept(event);
    }

    private void link(ObjectRef ref, ResourceManifest object) {
        for (String uid : ownerUids(object)) {
            dependents.computeIfAbsent(uid, _ -> new LinkedHashSet<>()).add(ref);
        }
    }

    private void unlink(ObjectRef ref, ResourceManifest object) {
        for (String uid : ownerUids(object)) {
            Set<ObjectRef> refs = dependents.get(uid);
            if (refs != null && refs.remove(ref) && refs.isEmpty()) dependents.remove(uid);
        }
    }

    private NavigableMap<ObjectKey, StoredObject> ofKind(ResourceKind kind) {
        return objects.computeIfAbsent(kind, _ -> new TreeMap<>());
    }

    private static ResourceManifest withVersion(ObjectNode tree, long version) {
        ObjectNode metadata = Fields.shallowCopy((ObjectNode) tree.path("metadata"));
        metadata.put("resourceVersion", Long.toString(version));
        return ResourceManifest.adopt(Trees.with(tree, "metadata", metadata));
    }

    private static long number(String resourceVersion) {
        try {
            return Long.parseLong(resourceVersion);
        } catch (NumberFormatException _) {
            throw new ClusterException.Invalid(
                    "expected a resource version, found '%s'".formatted(resourceVersion),
                    List.of());
        }
    }
}
