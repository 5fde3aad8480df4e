package dev.pawl.classes.analysis;

import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.NfrRequirements;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// Recommends replicas, CPU and memory of a function, and members of the data grid. Pure.
public final class NfrAnalyzer {
    private static final double CPU_HEADROOM = 1.3;
    private static final double MEMORY_HEADROOM = 1.2;
    private static final double MEMORY_UNIT = 16.0 * 1024 * 1024;
    private static final double MEMORY_CHANGE_MIN = 64.0 * 1024 * 1024;
    private static final double CHANGE_MIN = 0.2;
    private static final double CPU_UNIT = 0.01;
    private static final int SAMPLES_FULL = 10;

    private final AnalyzerConfig config;

    public NfrAnalyzer(AnalyzerConfig config) {
        this.config = config;
    }

    /// Returns what is recommended; nothing for a dimension without usable data.
    public List<Recommendation> recommend(Subject subject, FunctionMetrics metrics, Instant now) {
        List<Recommendation> all = new ArrayList<>();
        OptionalDouble replicas = replicas(subject, metrics, now);
        if (replicas.isPresent()) {
            MetricSeries series =
                    metrics.cpu().samples().isEmpty() ? metrics.latency() : metrics.cpu();
            add(all, subject, Dimension.REPLICAS, new Value(replicas.getAsDouble(), series, now));
        }
        int count = Math.max(1, subject.replicas());
        OptionalDouble cpu = metrics.cpu().mean(config.samplesMin(), config.staleAfter(), now);
        if (cpu.isPresent()) {
            double cores = roundUp(cpu.getAsDouble() / count * CPU_HEADROOM, CPU_UNIT);
            if (isWorthIt(cores, subject.cpu(), 0)) {
                add(all, subject, Dimension.CPU, new Value(cores, metrics.cpu(), now));
            }
        }
        OptionalDouble memory = metrics.memory().max(config.samplesMin(), config.staleAfter(), now);
        if (memory.isPresent()) {
            double bytes = roundUp(memory.getAsDouble() / count * MEMORY_HEADROOM, MEMORY_UNIT);
            if (isWorthIt(bytes, subject.memory(), MEMORY_CHANGE_MIN)) {
                add(all, subject, Dimension.MEMORY, new Value(bytes, metrics.memory(), now));
            }
        }
        return all;
    }

    /// Returns how many members of the data grid are recommended. It never loses its quorum: each
    /// member that remains must have been enough before.
    ///
    /// @param shardReplicas how many members hold each shard
    public Optional<Recommendation> recommendGrid(
            Subject grid, FunctionMetrics metrics, int shardReplicas, Instant now) {
        OptionalDouble replicas = replicas(grid, metrics, now);
        if (replicas.isEmpty()) return Optional.empty();
        int current = Math.max(1, grid.replicas());
        int wanted = (int) Math.max(replicas.getAsDouble(), shardReplicas);
        while (wanted < current && !AvailabilityMath.mayShrink(current, wanted, shardReplicas)) {
            wanted++;
        }
        List<Recommendation> all = new ArrayList<>(1);
        MetricSeries series = metrics.cpu().samples().isEmpty() ? metrics.latency() : metrics.cpu();
        add(all, grid, Dimension.ODGM_REPLICAS, new Value(wanted, series, now));
        return Optional.of(all.getFirst());
    }

    /// Returns the replicas that meet every requirement; empty if nothing is known.
    private OptionalDouble replicas(Subject subject, FunctionMetrics metrics, Instant now) {
        int least = config.samplesMin();
        OptionalDouble requests = metrics.requests().mean(least, config.staleAfter(), now);
        OptionalDouble cpu = metrics.cpu().mean(least, config.staleAfter(), now);
        OptionalDouble latency = metrics.latency().mean(least, config.staleAfter(), now);
        if (requests.isEmpty() && cpu.isEmpty() && latency.isEmpty()) return OptionalDouble.empty();
        int current = Math.max(1, subject.replicas());
        double needed = Math.max(1, subject.minScale());
        if (cpu.isPresent()) needed = Math.max(needed, byCpu(cpu.getAsDouble(), current));
        if (cpu.isPresent() && requests.isPresent()) {
            needed =
                    Math.max(
                            needed,
                            byThroughput(
                                    subject.requirements().minThroughput(),
                                    requests.getAsDouble(),
                                    cpu.getAsDouble()));
        }
        if (latency.isPresent()) {
            needed =
                    Math.max(
                            needed,
                            byLatency(
                                    subject.requirements().maxLatencyMillis(),
                                    latency.getAsDouble(),
                                    current));
        }
        needed = Math.max(needed, byAvailability(subject.requirements()));
        boolean isComplete = cpu.isPresent() && requests.isPresent();
        boolean mayShrink = isComplete && !violates(subject, latency);
        return OptionalDouble.of(mayShrink ? needed : Math.max(needed, current));
    }

    /// Between the two shares the current number is kept.
    private double byCpu(double cores, int current) {
        double share = cores / (current * config.cpuPerPod());
        if (share <= config.upper() && share >= config.lower()) return current;
        return Math.ceil(cores / (config.cpuPerPod() * (config.upper() + config.lower()) / 2));
    }

    /// What one request costs is known only if there is traffic.
    private double byThroughput(@Nullable Double target, double requests, double cores) {
        if (target == null || requests < config.requestsMin()) return 1;
        double coresAtTarget = target / requests * cores;
        return Math.ceil(coresAtTarget / (config.cpuPerPod() * config.upper()));
    }

    /// A latency twice as long as allowed doubles the replicas, and no more in one step.
    private static double byLatency(@Nullable Double target, double latency, int current) {
        if (target == null || latency <= target) return 1;
        double factor = Math.min(2, latency / target);
        return Math.max(current + 1, Math.ceil(current * factor));
    }

    private double byAvailability(NfrRequirements requirements) {
        Double percent = requirements.availabilityPercent();
        return percent == null ? 1 : AvailabilityMath.replicas(percent / 100, config.nodeUptime());
    }

    private static boolean violates(Subject subject, OptionalDouble latency) {
        Double target = subject.requirements().maxLatencyMillis();
        return target != null && (latency.isEmpty() || latency.getAsDouble() > target);
    }

    private static boolean isWorthIt(double value, @Nullable Double current, double least) {
        if (current == null || current <= 0) return true;
        double change = Math.abs(value - current);
        return change >= current * CHANGE_MIN || (least > 0 && change >= least);
    }

    private static double roundUp(double value, double unit) {
        return Math.max(1, Math.ceil(value / unit - 1e-9)) * unit;
    }

    private void add(List<Recommendation> all, Subject subject, Dimension dimension, Value value) {
        Instant newest = value.series().newest();
        all.add(
                new Recommendation(
                        subject.functionKey(),
                        dimension,
                        value.value(),
                        confidence(value.series()),
                        newest == null ? value.now() : newest,
                        subject.generation()));
    }

    private static double confidence(MetricSeries series) {
        return Math.min(1.0, (double) series.samples().size() / SAMPLES_FULL);
    }

    /// A function as it runs now; `cpu` and `memory` are per replica, null if unknown.
    public record Subject(
            String functionKey,
            long generation,
            int replicas,
            int minScale,
            @Nullable Double cpu,
            @Nullable Double memory,
            NfrRequirements requirements) {}

    private record Value(double value, MetricSeries series, Instant now) {}
}
