package dev.pawl.diamonds.simulator;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Comparator;

/// A stone of the stock, rendered once.
///
/// @param json its item, byte for byte as it is served
/// @param caratPrice dollars per carat in millionths; 0 if the price or the weight is unknown
/// @param created its place in the order in which stones were added
@SuppressWarnings("ArrayRecordComponent") // Compared by id; nothing changes the bytes.
record StockStone(
        String id, byte[] json, long priceCents, long caratPrice, long created, Instant updated) {
    /// How the stock is sorted.
    static final Comparator<StockStone> BY_CARAT_PRICE =
            Comparator.comparingLong(StockStone::caratPrice).thenComparing(StockStone::id);

    private static final int DIGITS = 6;

    static long perCarat(long priceCents, BigDecimal carats) {
        if (priceCents <= 0 || carats.signum() <= 0) return 0;
        return BigDecimal.valueOf(priceCents, 2)
                .divide(carats, DIGITS, RoundingMode.HALF_UP)
                .unscaledValue()
                .longValueExact();
    }

    /// Returns a bound in millionths; a lower bound is rounded up, an upper one down.
    static long bound(BigDecimal dollars, RoundingMode rounding) {
        BigDecimal scaled = dollars.setScale(DIGITS, rounding);
        boolean isLarge = scaled.precision() - scaled.scale() > 12;
        if (isLarge) return scaled.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        return scaled.unscaledValue().longValueExact();
    }
}
