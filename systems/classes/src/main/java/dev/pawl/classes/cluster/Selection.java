package dev.pawl.classes.cluster;

import org.jspecify.annotations.Nullable;

/// Which objects of a kind: those of one namespace or of all, with or without a label.
///
/// @param namespace the namespace, or null for all
/// @param label the name of a label that an object must have, or null for any object
/// @param value the value of that label, or null for any value
public record Selection(
        @Nullable String namespace, @Nullable String label, @Nullable String value) {
    public Selection {
        if (label == null && value != null) {
            throw new IllegalArgumentException(
                    "expected the name of a label with the value '%s'".formatted(value));
        }
    }

    /// Returns the selection of all objects of all namespaces.
    public static Selection all() {
        return new Selection(null, null, null);
    }

    /// Returns the selection of all objects of a namespace.
    public static Selection in(String namespace) {
        return new Selection(namespace, null, null);
    }

    /// Returns the selection of those that have a label, with any value.
    public Selection labelled(String name) {
        return new Selection(namespace, name, null);
    }

    /// Returns the selection of those that have a label with a value.
    public Selection labelled(String name, String wanted) {
        return new Selection(namespace, name, wanted);
    }

    /// Returns whether an object is selected.
    public boolean contains(ResourceManifest object) {
        if (namespace != null && !namespace.equals(object.namespace())) return false;
        if (label == null) return true;
        String found = object.label(label);
        return found != null && (value == null || value.equals(found));
    }

    /// Returns the label selector in the server's notation, empty if there is none.
    public String labelSelector() {
        if (label == null) return "";
        return value == null ? label : label + "=" + value;
    }

    @Override
    public String toString() {
        String where = namespace == null ? "all namespaces" : "namespace " + namespace;
        return label == null ? where : where + " with " + labelSelector();
    }
}
