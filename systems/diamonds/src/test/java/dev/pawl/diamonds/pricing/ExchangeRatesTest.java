package dev.pawl.diamonds.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// INV-17: costs in other currencies, with the rate of a date, in decimals.
final class ExchangeRatesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Map<String, String> FEEDS = Map.of("antwerp", "EUR");

    private static ExchangeRate euro(String rate, long secondsFromNow) {
        return new ExchangeRate("EUR", new BigDecimal(rate), NOW.plusSeconds(secondsFromNow));
    }

    private static PricedStone stone(String feed, long cents) {
        return new PricedStone(feed, StoneType.NATURAL, new BigDecimal("1.5"), cents);
    }

    private static PriceList prices(Instant at, ExchangeRate... rates) {
        return PriceList.at(at, PriceList.brackets(), ExchangeRates.at(at, List.of(rates), FEEDS));
    }

    /// 3,333.33 × 1.0855 is 3,618.3297…: in binary floating point cents are lost.
    @Test
    void aCostIsConvertedAndRoundedToCents() {
        Quote quote = prices(NOW, euro("1.0855", 0)).quote(stone("antwerp", 333_333));
        assertThat(quote.costCents()).isEqualTo(361_833);
        assertThat(quote.priceCents()).isEqualTo(506_566);
        Quote half = prices(NOW, euro("0.005", 0)).quote(stone("antwerp", 100));
        assertThat(half.costCents()).as("half up").isEqualTo(1);
    }

    @Test
    void theBracketIsThatOfTheConvertedCost() {
        assertThat(prices(NOW, euro("1", 0)).quote(stone("antwerp", 490_00)).ruleId())
                .isEqualTo("bracket-1");
        assertThat(prices(NOW, euro("3", 0)).quote(stone("antwerp", 490_00)).ruleId())
                .isEqualTo("bracket-3");
    }

    @Test
    void theRateThatStartedLastIsInEffect() {
        ExchangeRate[] rates = {euro("2", 100), euro("1.1", -100), euro("1.2", 0)};
        assertThat(cost(NOW.minusSeconds(1), rates)).isEqualTo(1_100);
        assertThat(cost(NOW, rates)).isEqualTo(1_200);
        assertThat(cost(NOW.plusSeconds(100), rates)).isEqualTo(2_000);
    }

    private static long cost(Instant at, ExchangeRate... rates) {
        return prices(at, rates).quote(stone("antwerp", 1_000)).costCents();
    }

    @Test
    void aFeedThatDeclaredNoCurrencyIsInDollars() {
        assertThat(prices(NOW).quote(stone("nivoda", 1_000)).costCents()).isEqualTo(1_000);
    }

    @Test
    void aCurrencyWithoutARateInEffectIsRefused() {
        assertThatThrownBy(() -> cost(NOW, euro("1.1", 1)))
                .hasMessageContaining(
                        "expected an exchange rate of EUR, the currency of the feed 'antwerp'")
                .hasMessageContaining("pawl diamonds rates add EUR RATE");
    }

    @Test
    void theExplanationShowsTheConversion() {
        assertThat(prices(NOW, euro("1.08", 0)).explain(stone("antwerp", 100_000)))
                .startsWith("1000.00 EUR × 1.08 = 1080.00 USD")
                .last()
                .asString()
                .startsWith("1080.00 × (100 + ");
    }

    @Test
    void wrongRatesAreRefused() {
        assertThatThrownBy(() -> new ExchangeRate("euro", BigDecimal.ONE, NOW))
                .hasMessageContaining("three capital letters such as EUR, found 'euro'");
        assertThatThrownBy(() -> euro("0", 0)).hasMessageContaining("above 0");
        assertThatThrownBy(() -> new ExchangeRate("USD", BigDecimal.ONE, NOW))
                .hasMessageContaining("always 1");
    }
}
