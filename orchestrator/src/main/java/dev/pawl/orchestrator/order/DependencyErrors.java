package dev.pawl.orchestrator.order;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;

/// Finds what is wrong with dependencies.
final class DependencyErrors {
    private final Map<String, List<String>> needs;
    private final List<String> found = new ArrayList<>();

    private DependencyErrors(Map<String, List<String>> needs) {
        this.needs = needs;
    }

    static List<String> in(Map<String, List<String>> needs) {
        var errors = new DependencyErrors(needs);
        needs.forEach(errors::check);
        errors.findCycles();
        return errors.found;
    }

    private void check(String id, List<String> others) {
        for (String other : new LinkedHashSet<>(others)) {
            int times = Collections.frequency(others, other);
            if (times > 1) found.add("%s names %s %d times".formatted(id, other, times));
            if (other.equals(id)) {
                found.add("%s depends on itself".formatted(id));
            } else if (!needs.containsKey(other)) {
                found.add(
                        "%s depends on %s, which is not registered (registered: %s)"
                                .formatted(id, other, String.join(", ", needs.keySet())));
            }
        }
    }

    /// Removes every provider that can start. When none can, each remaining provider depends on a
    /// remaining one, so following dependencies finds a cycle; it is recorded and removed too.
    private void findCycles() {
        SequencedMap<String, Set<String>> left = new LinkedHashMap<>();
        needs.forEach((id, others) -> {
            Set<String> real = new LinkedHashSet<>(others);
            real.retainAll(needs.keySet());
            real.remove(id);
            left.put(id, real);
        });
        while (!left.isEmpty()) {
            List<String> ready =
                    left.entrySet().stream()
                            .filter(entry -> entry.getValue().isEmpty())
                            .map(Map.Entry::getKey)
                            .toList();
            if (ready.isEmpty()) {
                ready = cycle(left);
                found.add("a cycle, " + path(ready));
            }
            for (String id : ready) left.remove(id);
            for (Set<String> others : left.values()) others.removeAll(ready);
        }
    }

    private static List<String> cycle(SequencedMap<String, Set<String>> left) {
        SequencedSet<String> walked = new LinkedHashSet<>();
        String id = left.firstEntry().getKey();
        while (walked.add(id)) id = requireNonNull(left.get(id)).iterator().next();
        List<String> path = new ArrayList<>(walked);
        List<String> cycle = path.subList(path.indexOf(id), path.size());
        // The cycle starts at the member that was registered first.
        for (String first : left.keySet()) {
            int at = cycle.indexOf(first);
            if (at < 0) continue;
            Collections.rotate(cycle, -at);
            break;
        }
        return cycle;
    }

    private static String path(List<String> cycle) {
        return String.join(" -> ", cycle) + " -> " + cycle.getFirst();
    }
}
