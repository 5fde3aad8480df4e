package dev.pawl.classes.resource;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Amounts are read as Kubernetes writes them, and written so that they are read back the same:
/// K12.
class QuantitiesTest {
    @ParameterizedTest
    @CsvSource({
        "500m, 0.5",
        "250000000n, 0.25",
        "3u, 0.000003",
        "2, 2",
        "1.5, 1.5",
        "1e3, 1000",
        "1k, 1000",
        "1Ki, 1024",
        "64Mi, 67108864",
        "1G, 1000000000",
        "2Gi, 2147483648",
        "1E, 1e18"
    })
    void readsAmounts(String amount, double value) {
        assertThat(Quantities.value(amount)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({"''", "m", "lots", "Mi", "1Zi", "NaN"})
    void whatIsNoAmountIsUnknown(String amount) {
        assertThat(Quantities.value(amount)).isNull();
        assertThat(Quantities.value(null)).isNull();
    }

    @Test
    void whatIsAppliedIsReadBackTheSame() {
        for (int i = 1; i < 4_000; i++) {
            double cpu = Dimension.CPU.rounded(i * 0.0137);
            assertThat(Quantities.value(Dimension.CPU.amount(cpu))).isEqualTo(cpu);
            double memory = Dimension.MEMORY.rounded(i * 1_234_567.8);
            assertThat(Quantities.value(Dimension.MEMORY.amount(memory))).isEqualTo(memory);
        }
        assertThat(Dimension.REPLICAS.amount(3)).isEqualTo("3");
    }
}
