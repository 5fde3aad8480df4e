package dev.pawl.diamonds.simulator;

import java.time.Instant;
import java.util.Comparator;

/// Which stones of a stock, in which order. All bounds are inclusive.
///
/// @param from the lowest price per carat, in millionths of a dollar
/// @param to the highest one
record StockQuery(long from, long to, Instant updatedFrom, Instant updatedTo, StockOrder order) {

    boolean hasTimes() {
        return !updatedFrom.equals(Instant.MIN) || !updatedTo.equals(Instant.MAX);
    }

    boolean matches(StockStone stone) {
        return stone.caratPrice() >= from
                && stone.caratPrice() <= to
                && !stone.updated().isBefore(updatedFrom)
                && !stone.updated().isAfter(updatedTo);
    }

    /// The order of a query; ties are ordered by id, so that an order is total.
    enum StockOrder {
        CREATED_ASC(Comparator.comparingLong(StockStone::created)),
        CREATED_DESC(Comparator.comparingLong(StockStone::created).reversed()),
        PRICE_ASC(Comparator.comparingLong(StockStone::priceCents)),
        PRICE_DESC(Comparator.comparingLong(StockStone::priceCents).reversed()),
        CARAT_PRICE_ASC(Comparator.comparingLong(StockStone::caratPrice)),
        CARAT_PRICE_DESC(Comparator.comparingLong(StockStone::caratPrice).reversed()),
        UPDATED_ASC(Comparator.comparing(StockStone::updated)),
        UPDATED_DESC(Comparator.comparing(StockStone::updated).reversed());

        @SuppressWarnings("ImmutableEnumChecker") // The comparators have no state.
        private final Comparator<StockStone> comparator;

        StockOrder(Comparator<StockStone> comparator) {
            this.comparator = comparator.thenComparing(StockStone::id);
        }

        Comparator<StockStone> comparator() {
            return comparator;
        }
    }
}
