package dev.pawl.classes.cluster;

/// Where an object is: its kind, namespace and name.
public record ObjectRef(ResourceKind kind, String namespace, String name) {
    @Override
    public String toString() {
        return kind + "/" + name;
    }
}
