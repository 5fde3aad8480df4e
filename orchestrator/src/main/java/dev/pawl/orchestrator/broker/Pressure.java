package dev.pawl.orchestrator.broker;

/// How many permits there are under the measured load, from 1 to the ceiling: consecutive breaches
/// lower the number by a share, consecutive calm samples raise it by a few.
///
/// `breaches` and `calm` count the consecutive samples that lead to the next step.
public record Pressure(int ceiling, int capacity, int breaches, int calm) {

    public Pressure {
        if (capacity < 1 || capacity > ceiling || ceiling > Allocation.CAPACITY_MAX) {
            throw new IllegalArgumentException(
                    "expected a capacity from 1 to the ceiling and a ceiling up to %d,"
                                    .formatted(Allocation.CAPACITY_MAX)
                            + " found %d of %d".formatted(capacity, ceiling));
        }
        if (breaches < 0 || calm < 0 || (breaches > 0 && calm > 0)) {
            throw new IllegalArgumentException(
                    "expected breaches or calm samples in a row, found %d and %d"
                            .formatted(breaches, calm));
        }
    }

    /// Returns no pressure: all permits up to the ceiling are available.
    public static Pressure none(int ceiling) {
        return new Pressure(ceiling, ceiling, 0, 0);
    }

    /// Returns the pressure after this sample.
    public Pressure after(LoadSample sample, Thresholds limits) {
        return switch (reading(sample, limits).level()) {
            case BREACH ->
                    breaches + 1 < limits.breaches()
                            ? new Pressure(ceiling, capacity, breaches + 1, 0)
                            : new Pressure(ceiling, lowered(limits.decrease()), 0, 0);
            case BETWEEN -> new Pressure(ceiling, capacity, 0, 0);
            case CALM ->
                    calm + 1 < limits.calm()
                            ? new Pressure(ceiling, capacity, 0, calm + 1)
                            : new Pressure(ceiling, raised(limits.increase()), 0, 0);
        };
    }

    /// Returns what this sample means, such as "p99 2.4 s is above 2 s, twice".
    public LoadVerdict reading(LoadSample sample, Thresholds limits) {
        return LoadVerdict.of(sample, limits, breaches, calm);
    }

    /// Returns the pressure under another ceiling; without pressure, all of it is available.
    public Pressure resized(int newCeiling) {
        int now = capacity == ceiling ? newCeiling : Math.min(capacity, newCeiling);
        return new Pressure(newCeiling, now, breaches, calm);
    }

    private int lowered(double decrease) {
        int less = Math.max(1, (int) Math.round(capacity * decrease));
        return Math.max(1, capacity - less);
    }

    private int raised(int increase) {
        return (int) Math.min(ceiling, (long) capacity + increase);
    }
}
