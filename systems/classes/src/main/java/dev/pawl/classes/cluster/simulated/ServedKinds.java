package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The kinds and namespaces that the server has.
final class ServedKinds {
    private final Map<ResourceKind, KindRules> rules = new HashMap<>();
    private final Set<String> namespaces = new TreeSet<>(Set.of("default"));

    ServedKinds() {
        KindRules.BUILT_IN.forEach(this::add);
    }

    void add(KindRules added) {
        rules.put(added.kind(), added);
    }

    void addNamespace(String name) {
        namespaces.add(name);
    }

    List<ResourceKind> all() {
        return List.copyOf(rules.keySet());
    }

    boolean serves(ResourceKind kind) {
        return rules.containsKey(kind);
    }

    KindRules rules(ResourceKind kind) {
        KindRules found = rules.get(kind);
        if (found == null) throw unknown(kind.apiVersion(), kind.kind());
        return found;
    }

    /// Returns the rules of the kind that an object names.
    KindRules rules(ResourceManifest object) {
        String apiVersion = object.tree().path("apiVersion").asString("");
        String kind = object.tree().path("kind").asString("");
        @Nullable KindRules found =
                rules.values().stream()
                        .filter(each ->
                                each.kind().kind().equals(kind)
                                        && each.kind().apiVersion().equals(apiVersion))
                        .findFirst()
                        .orElse(null);
        if (found == null) throw unknown(apiVersion, kind);
        return found;
    }

    void requireNamespace(ObjectRef ref) {
        if (namespaces.contains(ref.namespace())) return;
        throw new ClusterException.NotFound(
                "expected a namespace for %s (has: %s), found '%s'"
                        .formatted(ref, String.join(", ", namespaces), ref.namespace()));
    }

    private static ClusterException unknown(String apiVersion, String kind) {
        return new ClusterException.NotFound(
                "expected a kind that the server knows, found '%s' of '%s'"
                        .formatted(kind, apiVersion));
    }
}
