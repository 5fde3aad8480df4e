package dev.pawl.diamonds.supplier;

/// The order of the stones of a query.
public record StoneOrder(Type type, Direction direction) {
    /// The order in which a stone keeps its place while others are added or change their price.
    public static final StoneOrder OLDEST_FIRST = new StoneOrder(Type.CREATED, Direction.ASC);

    public static final StoneOrder CHEAPEST_FIRST = new StoneOrder(Type.PRICE, Direction.ASC);

    /// What is compared; the supplier orders ties by itself.
    public enum Type {
        CREATED("createdAt"),
        PRICE("price");

        private final String wire;

        Type(String wire) {
            this.wire = wire;
        }

        String wire() {
            return wire;
        }
    }

    /// Ascending or descending.
    public enum Direction {
        ASC,
        DESC
    }
}
