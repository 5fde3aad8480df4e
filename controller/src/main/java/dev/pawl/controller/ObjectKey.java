package dev.pawl.controller;

/// The identity of a controlled object: its namespace and its name.
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {
    public ObjectKey {
        requireText("namespace", namespace);
        requireText("name", name);
    }

    /// Parses `namespace/name`.
    public static ObjectKey parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException(
                    "expected namespace/name, found '%s'".formatted(text));
        }
        return new ObjectKey(text.substring(0, slash), text.substring(slash + 1));
    }

    @Override
    public int compareTo(ObjectKey other) {
        int byNamespace = namespace.compareTo(other.namespace);
        return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }

    private static void requireText(String what, String value) {
        if (value.isEmpty() || value.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "expected a %s without '/', found '%s'".formatted(what, value));
        }
    }
}
