package dev.pawl.classes.cluster;

/// What an informer keeps a copy of: the objects of a kind that are selected.
public record InformerSource(ResourceKind kind, Selection selection) {
    @Override
    public String toString() {
        return "%s in %s".formatted(kind, selection);
    }
}
