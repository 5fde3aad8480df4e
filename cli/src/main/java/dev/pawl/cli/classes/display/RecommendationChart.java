package dev.pawl.cli.classes.display;

import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.FunctionSpec;
import dev.pawl.classes.resource.NfrStatus;
import dev.pawl.classes.resource.NfrStatus.AppliedRecommendation;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import dev.pawl.cli.screen.HumanText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is recommended for each function, beside what was applied and what the spec asks for.
public final class RecommendationChart {
    private static final int WIDTH = 30;
    private static final double MEBIBYTE = 1 << 20;

    private final ClassRuntime runtime;
    private final Instant now;

    public RecommendationChart(ClassRuntime runtime, Instant now) {
        this.runtime = runtime;
        this.now = now;
    }

    /// Returns the chart; nothing if nothing is recommended.
    public List<String> lines() {
        NfrStatus nfr = runtime.status().nfr();
        List<String> lines = new ArrayList<>();
        for (Recommendation each : nfr.observations()) {
            Double applied = applied(nfr, each);
            Double wanted = wanted(each);
            double most = Math.max(each.value(), Math.max(or(applied), or(wanted)));
            lines.add("");
            lines.add("%s of %s".formatted(each.dimension(), each.functionKey()));
            lines.add(
                    bar("recommended", each.value(), most, each.dimension())
                            + "  confidence %.0f %%, %s"
                                    .formatted(
                                            100 * each.confidence(),
                                            HumanText.ago(each.observedAt(), now)));
            if (applied != null) lines.add(bar("applied", applied, most, each.dimension()));
            if (wanted != null) lines.add(bar("in the spec", wanted, most, each.dimension()));
        }
        return lines;
    }

    private static String bar(String title, double value, double most, Dimension dimension) {
        int length = most <= 0 ? 0 : (int) Math.round(WIDTH * value / most);
        return "  %-11s %-30s %s"
                .formatted(title, "█".repeat(Math.max(length, 0)), amount(value, dimension));
    }

    private static String amount(double value, Dimension dimension) {
        return switch (dimension) {
            case REPLICAS, ODGM_REPLICAS -> "%.0f".formatted(value);
            case CPU -> "%.2f cores".formatted(value);
            case MEMORY -> "%,.0f MiB".formatted(value / MEBIBYTE);
        };
    }

    /// Returns the last value that was applied, or null if none was.
    private static @Nullable Double applied(NfrStatus nfr, Recommendation recommendation) {
        Double last = null;
        for (AppliedRecommendation each : nfr.applied()) {
            boolean isMeant =
                    each.component().equals(recommendation.functionKey())
                            && each.dimension().equals(recommendation.dimension().toString());
            if (isMeant) last = each.target();
        }
        return last;
    }

    private @Nullable Double wanted(Recommendation recommendation) {
        if (recommendation.dimension() != Dimension.REPLICAS) return null;
        for (FunctionSpec each : runtime.spec().functions()) {
            Integer min = each.provision().minScale();
            if (each.functionKey().equals(recommendation.functionKey()) && min != null) {
                return (double) min;
            }
        }
        return null;
    }

    private static double or(@Nullable Double value) {
        return value == null ? 0 : value;
    }
}
