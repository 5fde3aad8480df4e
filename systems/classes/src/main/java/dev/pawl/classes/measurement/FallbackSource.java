package dev.pawl.classes.measurement;

import dev.pawl.classes.analysis.FunctionMetrics;
import dev.pawl.classes.analysis.MetricSeries;
import dev.pawl.classes.observation.Observed;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Several sources: each series comes from the first one that has it. It throws if none answers.
public final class FallbackSource implements MetricSource {
    private final List<MetricSource> sources;

    public FallbackSource(List<MetricSource> sources) {
        this.sources = List.copyOf(sources);
        if (sources.isEmpty()) throw new IllegalArgumentException("expected sources, found none");
    }

    @Override
    public FunctionMetrics measure(MetricQuery query) {
        FunctionMetrics merged = null;
        MetricException failure = null;
        for (MetricSource source : sources) {
            try {
                FunctionMetrics found = source.measure(query);
                merged = merged == null ? found : merged(merged, found);
            } catch (MetricException e) {
                failure = e;
            }
        }
        return answer(merged, failure);
    }

    @Override
    public Observed.Signals signals(MetricQuery grid) {
        Observed.Signals merged = null;
        MetricException failure = null;
        for (MetricSource source : sources) {
            try {
                Observed.Signals found = source.signals(grid);
                merged = merged == null ? found : merged(merged, found);
            } catch (MetricException e) {
                failure = e;
            }
        }
        return answer(merged, failure);
    }

    private static <T> T answer(@Nullable T merged, @Nullable MetricException failure) {
        if (merged != null) return merged;
        throw failure == null
                ? new MetricException("expected an answer, found none", null)
                : failure;
    }

    private static FunctionMetrics merged(FunctionMetrics one, FunctionMetrics other) {
        return new FunctionMetrics(
                first(one, other, FunctionMetrics::requests),
                first(one, other, FunctionMetrics::latency),
                first(one, other, FunctionMetrics::cpu),
                first(one, other, FunctionMetrics::memory));
    }

    private static MetricSeries first(
            FunctionMetrics one,
            FunctionMetrics other,
            Function<FunctionMetrics, MetricSeries> part) {
        return part.apply(one).samples().isEmpty() ? part.apply(other) : part.apply(one);
    }

    private static Observed.Signals merged(Observed.Signals one, Observed.Signals other) {
        return new Observed.Signals(
                one.systemLoad() == null ? other.systemLoad() : one.systemLoad(),
                one.partitionsHealthy() == null
                        ? other.partitionsHealthy()
                        : one.partitionsHealthy(),
                one.leaderStable() == null ? other.leaderStable() : one.leaderStable());
    }
}
