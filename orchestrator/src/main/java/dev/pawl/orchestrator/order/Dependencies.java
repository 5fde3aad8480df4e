package dev.pawl.orchestrator.order;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Which providers each provider depends on. Every dependency is registered, and there is no cycle.
public final class Dependencies {
    private final Map<String, List<String>> needs;

    private Dependencies(Map<String, List<String>> needs) {
        this.needs = needs;
    }

    /// Returns the dependencies of these providers; the order of the map is the order of
    /// registration. Throws with all errors at once.
    public static Dependencies of(Map<String, List<String>> needs) {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        needs.forEach((id, others) -> copy.put(id, List.copyOf(others)));
        List<String> errors = DependencyErrors.in(copy);
        if (!errors.isEmpty()) {
            throw new IllegalArgumentException(
                    "expected dependencies that can be satisfied, found: "
                            + String.join("; ", errors));
        }
        return new Dependencies(Collections.unmodifiableMap(copy));
    }

    /// Returns all providers, each after its dependencies; where several could be next, the first
    /// registered is.
    public List<String> startOrder() {
        List<String> ids = List.copyOf(needs.keySet());
        int[] missing = ids.stream().mapToInt(id -> needsOf(id).size()).toArray();
        SortedSet<Integer> ready = new TreeSet<>();
        for (int i = 0; i < missing.length; i++) if (missing[i] == 0) ready.add(i);
        List<String> order = new ArrayList<>();
        while (!ready.isEmpty()) {
            String next = ids.get(ready.removeFirst());
            order.add(next);
            for (String dependent : dependents(next)) {
                int at = ids.indexOf(dependent);
                if (--missing[at] == 0) ready.add(at);
            }
        }
        return List.copyOf(order);
    }

    /// Returns the dependencies of a provider that have not completed.
    public List<String> blockedBy(String id, Predicate<String> completed) {
        return needsOf(id).stream().filter(completed.negate()).toList();
    }

    /// Returns the providers that depend directly on this one.
    public List<String> dependents(String id) {
        needsOf(id);
        return needs.keySet().stream().filter(other -> needsOf(other).contains(id)).toList();
    }

    private List<String> needsOf(String id) {
        List<String> others = needs.get(id);
        if (others == null) {
            throw new IllegalArgumentException(
                    "expected one of the providers %s, found %s".formatted(needs.keySet(), id));
        }
        return others;
    }
}
