package dev.pawl.engine.internal.kernel;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Queues or pools that could not be looked at, each with when to try again: the others are looked
/// at meanwhile. For one task.
public final class FailedNames {
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final Map<String, Instant> again = new HashMap<>();

    public void add(String name, Instant now) {
        again.put(name, now.plus(AGAIN));
    }

    public boolean contains(String name) {
        return again.containsKey(name);
    }

    /// Returns when the first is to be tried again; `Instant.MAX` if there is none.
    public Instant next() {
        return again.values().stream().min(Instant::compareTo).orElse(Instant.MAX);
    }

    /// Removes and returns those that are to be tried again now.
    public Set<String> removeDue(Instant now) {
        Set<String> due = new HashSet<>();
        again.forEach((name, at) -> {
            if (!at.isAfter(now)) due.add(name);
        });
        again.keySet().removeAll(due);
        return due;
    }
}
