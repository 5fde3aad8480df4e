package dev.pawl.orchestrator.order;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Which provider needs which others to have completed before it starts; complete, and without a
/// cycle.
public final class Dependencies {
    private final Map<String, List<String>> needs;

    private Dependencies(Map<String, List<String>> needs) {
        this.needs = needs;
    }

    /// Returns the dependencies of these providers, in the order of their registration, which is
    /// that of the map; throws with all faults at once.
    public static Dependencies of(Map<String, List<String>> needs) {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        needs.forEach((id, others) -> copy.put(id, List.copyOf(others)));
        List<String> faults = Faults.in(copy);
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(
                    "expected dependencies that can be met, found: " + String.join("; ", faults));
        }
        return new Dependencies(Collections.unmodifiableMap(copy));
    }

    /// Returns all providers, each after those that it depends on; of those that could be next, the
    /// one that was registered first is.
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

    /// Returns the providers in waves: those of a wave depend on earlier waves alone, and on the
    /// one before at least once.
    public List<List<String>> waves() {
        Set<String> placed = new LinkedHashSet<>();
        List<List<String>> waves = new ArrayList<>();
        while (placed.size() < needs.size()) {
            List<String> wave = new ArrayList<>();
            needs.forEach((id, others) -> {
                if (!placed.contains(id) && placed.containsAll(others)) wave.add(id);
            });
            placed.addAll(wave);
            waves.add(List.copyOf(wave));
        }
        return List.copyOf(waves);
    }

    /// Returns what a provider depends on that has not completed.
    public List<String> blockedBy(String id, Predicate<String> completed) {
        return needsOf(id).stream().filter(completed.negate()).toList();
    }

    /// Returns the providers that depend on this one, without any between.
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
