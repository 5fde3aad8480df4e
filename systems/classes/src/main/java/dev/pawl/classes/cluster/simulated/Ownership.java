package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ApplyOptions;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ClusterException.OwnedField;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Who owns which field of a stored object, and what a write changes about that.
final class Ownership {
    private static final Set<String> WITHOUT_OWNER =
            Set.of(
                    ".apiVersion",
                    ".kind",
                    ".metadata.creationTimestamp",
                    ".metadata.deletionGracePeriodSeconds",
                    ".metadata.deletionTimestamp",
                    ".metadata.generation",
                    ".metadata.name",
                    ".metadata.namespace",
                    ".metadata.resourceVersion",
                    ".metadata.uid");

    private final StoredObject live;
    private final KindRules rules;

    Ownership(StoredObject live, KindRules rules) {
        this.live = live;
        this.rules = rules;
    }

    /// Returns the fields of an object that was sent, without those that the server sets.
    static FieldSet owned(ObjectNode tree, KindRules rules) {
        return Fields.of(tree, rules.schema()).only(path -> !WITHOUT_OWNER.contains(path));
    }

    /// Returns the object with what a manager applies, and the owners afterwards.
    Merged apply(FieldOwner owner, ObjectNode applied, ApplyOptions options) {
        ObjectNode before = live.manifest().tree();
        ObjectNode merged = (ObjectNode) Fields.merge(before, applied, rules.schema());
        FieldSet changed = FieldSet.of(Fields.compare(before, merged, rules.schema()).changed());
        if (!options.force()) requireNoConflict(owner, changed);
        Map<FieldOwner, FieldSet> owners = new HashMap<>();
        live.owners().forEach((other, fields) -> put(owners, other, fields.minus(changed)));
        FieldSet last = live.owners().getOrDefault(owner, FieldSet.EMPTY);
        owners.put(owner, owned(applied, rules));
        FieldSet unwanted =
                last.only(path ->
                        owners.values().stream()
                                .noneMatch(set -> set.contains(path) || set.hasBelow(path)));
        return new Merged((ObjectNode) Fields.remove(merged, unwanted, rules.schema()), owners);
    }

    /// Returns the owners after a manager has replaced the object.
    Map<FieldOwner, FieldSet> update(FieldOwner owner, ObjectNode after) {
        Fields.Difference difference =
                Fields.compare(live.manifest().tree(), after, rules.schema());
        FieldSet changed =
                FieldSet.of(difference.changed()).only(path -> !WITHOUT_OWNER.contains(path));
        FieldSet lost = changed.union(FieldSet.of(difference.removed()));
        Map<FieldOwner, FieldSet> owners = new HashMap<>();
        live.owners().forEach((other, fields) -> put(owners, other, fields.minus(lost)));
        put(owners, owner, owners.getOrDefault(owner, FieldSet.EMPTY).union(changed));
        return owners;
    }

    private void requireNoConflict(FieldOwner owner, FieldSet changed) {
        List<OwnedField> conflicts = new ArrayList<>();
        live.owners()
                .forEach((other, fields) -> {
                    if (other.equals(owner)) return;
                    for (String path : fields.and(changed).paths()) {
                        conflicts.add(new OwnedField(path, other.manager()));
                    }
                });
        if (conflicts.isEmpty()) return;
        throw new ClusterException.Conflict(
                live.manifest().ref(rules.kind()), owner.manager(), conflicts);
    }

    private static void put(Map<FieldOwner, FieldSet> owners, FieldOwner owner, FieldSet fields) {
        if (!fields.isEmpty()) owners.put(owner, fields);
    }

    /// An object and the owners of its fields.
    record Merged(ObjectNode tree, Map<FieldOwner, FieldSet> owners) {}
}
