package dev.pawl.engine;

/// A pool of permits: how many there are. Less than is out takes nothing back by itself.
public record PoolSettings(String name, int capacity) {
    public PoolSettings {
        if (name.isBlank())
            throw new IllegalArgumentException("expected a pool name, found a blank one");
        // It separates the pool from the holder in the name of a lease.
        if (name.indexOf('/') >= 0)
            throw new IllegalArgumentException(
                    "expected a pool name without '/', found '%s'".formatted(name));
        if (capacity < 0) {
            throw new IllegalArgumentException(
                    "expected a capacity of 0 or more for pool '%s', found %d"
                            .formatted(name, capacity));
        }
    }
}
