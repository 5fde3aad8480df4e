package dev.pawl.diamonds.pricing;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.regex.Pattern;

/// What one unit of a currency costs in US dollars, from a time on until the next rate starts.
public record ExchangeRate(String currency, BigDecimal rate, Instant from) {
    /// The currency of selling prices and of costs in rules.
    public static final String BASE = "USD";

    private static final Pattern CODE = Pattern.compile("[A-Z]{3}");
    private static final BigDecimal RATE_MAX = new BigDecimal("1000000");

    public ExchangeRate {
        requireCurrency(currency);
        if (currency.equals(BASE)) {
            throw new IllegalArgumentException(
                    "expected another currency than %s, whose rate is always 1".formatted(BASE));
        }
        if (rate.signum() <= 0 || rate.compareTo(RATE_MAX) > 0) {
            throw new IllegalArgumentException(
                    "expected a rate above 0 and at most %s %s per %s, found %s"
                            .formatted(
                                    RATE_MAX.toPlainString(),
                                    BASE,
                                    currency,
                                    rate.toPlainString()));
        }
    }

    /// Throws if a text is not the code of a currency.
    public static void requireCurrency(String code) {
        if (CODE.matcher(code).matches()) return;
        throw new IllegalArgumentException(
                "expected a currency as three capital letters such as EUR, found '%s'"
                        .formatted(code));
    }
}
