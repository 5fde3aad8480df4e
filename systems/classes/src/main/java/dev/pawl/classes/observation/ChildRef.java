package dev.pawl.classes.observation;

/// A child by its role and name.
public record ChildRef(ManagedKind kind, String name) {
    /// Returns `kind/name`, as messages show it.
    @Override
    public String toString() {
        return kind.title() + "/" + name;
    }
}
