package dev.pawl.diamonds.pricing;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// Amounts of money: integer cents at rest, decimals in between.
public final class Money {
    private static final int CENTS_DECIMALS = 2;

    private Money() {}

    /// Returns an amount as text: `1234.50`.
    public static String text(long cents) {
        return BigDecimal.valueOf(cents, CENTS_DECIMALS).toPlainString();
    }

    /// Returns the cents of a decimal number of cents, rounded half up.
    static long round(BigDecimal cents) {
        return cents.setScale(0, RoundingMode.HALF_UP).longValueExact();
    }
}
