package dev.pawl.feeds.item;

/// A link from an item to another, under the name that the publisher uses, such as `ChildOf`.
public record ItemLink(String relation, Urn to) implements Comparable<ItemLink> {
    public ItemLink {
        if (relation.isBlank()) {
            throw new IllegalArgumentException(
                    "expected a relation of the link to %s, found none".formatted(to));
        }
    }

    @Override
    public int compareTo(ItemLink other) {
        int byRelation = relation.compareTo(other.relation);
        return byRelation != 0 ? byRelation : to.compareTo(other.to);
    }
}
