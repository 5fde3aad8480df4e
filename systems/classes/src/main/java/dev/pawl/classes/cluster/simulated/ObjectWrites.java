package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ApplyOptions;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ClusterException.Cause;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.Preconditions;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The writes of an API server: what each of them checks, keeps and counts.
final class ObjectWrites {
    private static final Set<String> OF_THE_SERVER =
            Set.of(
                    "uid",
                    "resourceVersion",
                    "generation",
                    "creationTimestamp",
                    "deletionTimestamp",
                    "deletionGracePeriodSeconds",
                    "selfLink",
                    "managedFields");

    private final ObjectStore store;
    private final ServedKinds kinds;
    private final RandomGenerator random;

    ObjectWrites(ObjectStore store, ServedKinds kinds, RandomGenerator random) {
        this.store = store;
        this.kinds = kinds;
        this.random = random;
    }

    ResourceManifest create(ResourceManifest object, String manager, Instant now) {
        ObjectNode tree = Trees.canonical(object.tree());
        KindRules rules = kinds.rules(object);
        ObjectRef ref = named(rules.kind(), tree);
        if (store.find(ref) != null) {
            throw new ClusterException.AlreadyExists(
                    "expected no %s in %s, found one".formatted(ref, ref.namespace()));
        }
        FieldSet owned = Ownership.owned(tree, rules);
        return store.put(ref, created(ref, tree, now), Map.of(FieldOwner.writing(manager), owned));
    }

    ResourceManifest apply(ResourceManifest object, ApplyOptions options, Instant now) {
        ObjectNode applied = Trees.canonical(object.tree());
        KindRules rules = kinds.rules(object);
        ObjectRef ref = named(rules.kind(), applied);
        FieldOwner owner = FieldOwner.applying(options.manager());
        FieldSet owned = Ownership.owned(applied, rules);
        requireDeclared(ref, applied, rules);
        StoredObject live = store.find(ref);
        if (live == null) {
            ObjectNode created = created(ref, applied, now);
            return options.dryRun()
                    ? ResourceManifest.adopt(created)
                    : store.put(ref, created, Map.of(owner, owned));
        }
        requireVersion(ref, live.manifest(), object.uid(), object.resourceVersion());
        Ownership ownership = new Ownership(live, rules);
        Ownership.Merged merged = ownership.apply(owner, withoutServerFields(applied), options);
        return replace(ref, merged.tree(), merged.owners(), options.dryRun());
    }

    ResourceManifest replace(ResourceManifest object, String manager) {
        KindRules rules = kinds.rules(object);
        ObjectRef ref = object.ref(rules.kind());
        ObjectNode live = require(ref).manifest().tree();
        requireVersion(ref, require(ref).manifest(), object.uid(), object.resourceVersion());
        ObjectNode tree = Trees.canonical(object.tree());
        JsonNode status = live.path("status");
        if (rules.hasStatus()) tree.remove("status");
        if (rules.hasStatus() && !status.isMissingNode()) tree.set("status", status);
        return update(ref, tree, manager);
    }

    ResourceManifest replaceStatus(ResourceManifest object) {
        KindRules rules = kinds.rules(object);
        ObjectRef ref = object.ref(rules.kind());
        if (!rules.hasStatus()) {
            throw new ClusterException.NotFound(
                    "expected a kind with a status, found %s".formatted(rules.kind()));
        }
        if (store.find(ref) == null && !object.uid().isEmpty()) {
            throw new ClusterException.Stale(
                    "expected %s in %s with uid %s, found none"
                            .formatted(ref, ref.namespace(), object.uid()));
        }
        StoredObject live = require(ref);
        requireVersion(ref, live.manifest(), object.uid(), object.resourceVersion());
        JsonNode status = Trees.canonical(object.tree()).path("status");
        return putStatus(ref, live, status);
    }

    /// Replaces the status of an object on behalf of the cluster itself.
    void putStatus(ObjectRef ref, ObjectNode status) {
        StoredObject live = store.find(ref);
        if (live != null) putStatus(ref, live, status);
    }

    private ResourceManifest putStatus(ObjectRef ref, StoredObject live, JsonNode status) {
        KindRules rules = kinds.rules(ref.kind());
        ObjectNode tree = Trees.with(live.manifest().tree(), "status", status);
        tree = checked(ref, tree, rules);
        if (tree.path("status").equals(live.manifest().tree().path("status"))) {
            return live.manifest();
        }
        return store.put(ref, tree, live.owners());
    }

    ResourceManifest patchMetadata(
            ObjectRef ref, ObjectNode patch, String manager, @Nullable String resourceVersion) {
        StoredObject live = require(ref);
        String expected = resourceVersion == null ? "" : resourceVersion;
        requireVersion(ref, live.manifest(), "", expected);
        ObjectNode metadata = (ObjectNode) live.manifest().tree().path("metadata");
        ObjectNode change = Fields.shallowCopy(patch);
        change.remove(OF_THE_SERVER);
        ObjectNode changed = Trees.mergePatch(metadata, change);
        return update(ref, Trees.with(live.manifest().tree(), "metadata", changed), manager);
    }

    /// Replaces an object and makes a manager the owner of what differs.
    ResourceManifest update(ObjectRef ref, ObjectNode tree, String manager) {
        StoredObject live = require(ref);
        Ownership ownership = new Ownership(live, kinds.rules(ref.kind()));
        return replace(ref, tree, ownership.update(FieldOwner.writing(manager), tree), false);
    }

    void delete(ObjectRef ref, Preconditions preconditions, Instant now) {
        ResourceManifest object = require(ref).manifest();
        String uid = preconditions.uid();
        String version = preconditions.resourceVersion();
        requireVersion(ref, object, uid == null ? "" : uid, version == null ? "" : version);
        if (object.finalizers().isEmpty()) {
            store.remove(ref);
            return;
        }
        if (object.isBeingDeleted()) return;
        ObjectNode metadata = metadata(object.tree());
        metadata.put("deletionTimestamp", time(now));
        metadata.put("deletionGracePeriodSeconds", 0);
        if (object.generation() > 0) metadata.put("generation", object.generation() + 1);
        ObjectNode marked = Trees.canonical(Trees.with(object.tree(), "metadata", metadata));
        store.put(ref, marked, require(ref).owners());
    }

    /// Returns an object that was sent, as the server stores it.
    private ObjectNode created(ObjectRef ref, ObjectNode sent, Instant now) {
        KindRules rules = kinds.rules(ref.kind());
        kinds.requireNamespace(ref);
        ObjectNode metadata = metadata(withoutServerFields(sent));
        metadata.put("uid", new UUID(random.nextLong(), random.nextLong()).toString());
        metadata.put("creationTimestamp", time(now));
        if (!rules.counted().isEmpty()) metadata.put("generation", 1);
        ObjectNode tree = Trees.with(sent, "metadata", metadata);
        if (rules.hasStatus()) tree.remove("status");
        return checked(ref, Defaults.added(ref.kind(), tree), rules);
    }

    private ResourceManifest replace(
            ObjectRef ref, ObjectNode tree, Map<FieldOwner, FieldSet> owners, boolean dryRun) {
        KindRules rules = kinds.rules(ref.kind());
        StoredObject live = require(ref);
        ObjectNode before = live.manifest().tree();
        ObjectNode after = tree;
        if (rules.hasStatus()) after = Trees.with(after, "status", before.path("status"));
        after = checked(ref, Defaults.added(ref.kind(), after), rules);
        requireNoNewFinalizer(ref, live.manifest(), ResourceManifest.adopt(after));
        if (rules.isNewGeneration(before, after)) {
            ObjectNode metadata = metadata(after);
            metadata.put("generation", (int) live.manifest().generation() + 1);
            after = Trees.with(after, "metadata", metadata);
        }
        ResourceManifest changed = ResourceManifest.adopt(after);
        if (dryRun) return changed;
        if (changed.isBeingDeleted() && changed.finalizers().isEmpty()) {
            store.remove(ref);
            return changed;
        }
        boolean isSame = after.equals(before) && owners.equals(live.owners());
        return isSame ? live.manifest() : store.put(ref, after, owners);
    }

    private static ObjectNode checked(ObjectRef ref, ObjectNode tree, KindRules rules) {
        ObjectNode pruned = (ObjectNode) Trees.prune(tree, rules.schema());
        refuse(ref, SchemaCheck.causes(pruned, rules.schema()));
        return pruned;
    }

    /// An apply with a field that the schema lacks is refused, where any other write drops it.
    private static void requireDeclared(ObjectRef ref, ObjectNode applied, KindRules rules) {
        List<String> lost =
                Fields.compare(applied, Trees.prune(applied, rules.schema()), rules.schema())
                        .removed();
        refuse(
                ref,
                lost.stream()
                        .map(path -> new Cause(path.substring(1), "field not declared in schema"))
                        .toList());
    }

    private static void requireNoNewFinalizer(
            ObjectRef ref, ResourceManifest before, ResourceManifest after) {
        if (!before.isBeingDeleted() || before.finalizers().containsAll(after.finalizers())) return;
        refuse(
                ref,
                List.of(
                        new Cause(
                                "metadata.finalizers",
                                "Forbidden: no new finalizers can be added if the object is being"
                                        + " deleted, found new finalizers "
                                        + after.finalizers())));
    }

    private static void refuse(ObjectRef ref, List<Cause> causes) {
        if (causes.isEmpty()) return;
        throw new ClusterException.Invalid(
                "expected a valid %s in %s; found %s"
                        .formatted(ref, ref.namespace(), Names.describe(causes)),
                causes);
    }

    private StoredObject require(ObjectRef ref) {
        kinds.rules(ref.kind());
        StoredObject found = store.find(ref);
        if (found == null) {
            throw new ClusterException.NotFound(
                    "expected %s in %s, found none".formatted(ref, ref.namespace()));
        }
        return found;
    }

    private ObjectRef named(ResourceKind kind, ObjectNode tree) {
        ObjectNode metadata = metadata(tree);
        Names.generate(metadata, random);
        tree.set("metadata", metadata);
        ObjectRef ref = ResourceManifest.adopt(tree).ref(kind);
        Names.requireValid(ref);
        return ref;
    }

    private static void requireVersion(
            ObjectRef ref, ResourceManifest live, String uid, String resourceVersion) {
        if (!uid.isEmpty() && !uid.equals(live.uid())) {
            throw new ClusterException.Stale(
                    "expected %s in %s with uid %s, found %s"
                            .formatted(ref, ref.namespace(), uid, live.uid()));
        }
        if (!resourceVersion.isEmpty() && !resourceVersion.equals(live.resourceVersion())) {
            throw new ClusterException.Stale(
                    "expected %s in %s at version %s, found %s"
                            .formatted(
                                    ref, ref.namespace(), resourceVersion, live.resourceVersion()));
        }
    }

    private static ObjectNode withoutServerFields(ObjectNode tree) {
        ObjectNode metadata = metadata(tree);
        metadata.remove(OF_THE_SERVER);
        return Trees.with(tree, "metadata", metadata);
    }

    private static ObjectNode metadata(ObjectNode tree) {
        return tree.path("metadata") instanceof ObjectNode object
                ? Fields.shallowCopy(object)
                : tree.objectNode();
    }

    static String time(Instant now) {
        return now.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
