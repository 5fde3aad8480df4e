package dev.pawl.classes.resource;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Amounts as Kubernetes writes them: `500m`, `64Mi`, `1.5`, `2e3`.
public final class Quantities {
    /// Longer suffixes first, so that `Mi` is not read as `M`.
    private static final List<Map.Entry<String, Double>> SUFFIXES =
            List.of(
                    Map.entry("Ki", 0x1p10),
                    Map.entry("Mi", 0x1p20),
                    Map.entry("Gi", 0x1p30),
                    Map.entry("Ti", 0x1p40),
                    Map.entry("Pi", 0x1p50),
                    Map.entry("Ei", 0x1p60),
                    Map.entry("k", 1e3),
                    Map.entry("M", 1e6),
                    Map.entry("G", 1e9),
                    Map.entry("T", 1e12),
                    Map.entry("P", 1e15),
                    Map.entry("E", 1e18));

    /// Divided by, because 250 / 1000 is exact where 250 × 0.001 is not.
    private static final Map<String, Double> PARTS = Map.of("n", 1e9, "u", 1e6, "m", 1e3);

    private Quantities() {}

    /// Returns the value of an amount, or null if it is none.
    public static @Nullable Double value(@Nullable String amount) {
        if (amount == null || amount.isEmpty()) return null;
        for (Map.Entry<String, Double> each : SUFFIXES) {
            if (amount.endsWith(each.getKey())) {
                Double number = number(amount, each.getKey().length());
                return number == null ? null : number * each.getValue();
            }
        }
        Double parts = PARTS.get(amount.substring(amount.length() - 1));
        if (parts == null) return number(amount, 0);
        Double number = number(amount, 1);
        return number == null ? null : number / parts;
    }

    private static @Nullable Double number(String amount, int suffix) {
        try {
            double value = Double.parseDouble(amount.substring(0, amount.length() - suffix));
            return Double.isFinite(value) ? value : null;
        } catch (NumberFormatException _) {
            return null;
        }
    }
}
