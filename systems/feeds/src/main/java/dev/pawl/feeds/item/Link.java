package dev.pawl.feeds.item;

/// One reference of an item to another, by the publisher's own word for it, such as `ChildOf`.
public record Link(String relation, Urn to) implements Comparable<Link> {
    public Link {
        if (relation.isBlank()) {
            throw new IllegalArgumentException("a link to %s needs a relation".formatted(to));
        }
    }

    @Override
    public int compareTo(Link other) {
        int byRelation = relation.compareTo(other.relation);
        return byRelation != 0 ? byRelation : to.compareTo(other.to);
    }
}
