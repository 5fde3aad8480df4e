package dev.pawl.engine;

/// A pool of permits: how many there are. Less than is out takes nothing back by itself.
public record PoolSettings(String name, int capacity) {
    public PoolSettings {
        if (name.isBlank()) throw new IllegalArgumentException("a permit pool needs a name");
        if (capacity < 0) {
            throw new IllegalArgumentException(
                    "the capacity of pool '%s' is 0 or more, not %d".formatted(name, capacity));
        }
    }
}
