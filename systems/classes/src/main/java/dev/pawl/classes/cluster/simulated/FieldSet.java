package dev.pawl.classes.cluster.simulated;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A set of paths of fields, such as `.spec.containers[name="web"].image`. It never changes.
final class FieldSet {
    static final FieldSet EMPTY = new FieldSet(new String[0]);

    // Sorted: ten thousands of objects have such a set for each of their managers.
    private final String[] paths;

    private FieldSet(String[] paths) {
        this.paths = paths;
    }

    static FieldSet of(Collection<String> paths) {
        if (paths.isEmpty()) return EMPTY;
        String[] sorted = paths.toArray(String[]::new);
        Arrays.sort(sorted);
        return new FieldSet(sorted);
    }

    boolean isEmpty() {
        return paths.length == 0;
    }

    List<String> paths() {
        return List.of(paths);
    }

    boolean contains(String path) {
        return Arrays.binarySearch(paths, path) >= 0;
    }

    /// Returns whether the set has a field inside the one at `path`.
    boolean hasBelow(String path) {
        return isAfter(path + ".") || isAfter(path + "[");
    }

    private boolean isAfter(String prefix) {
        int found = Arrays.binarySearch(paths, prefix);
        int next = found >= 0 ? found : -found - 1;
        return next < paths.length && paths[next].startsWith(prefix);
    }

    FieldSet union(FieldSet other) {
        if (isEmpty()) return other;
        if (other.isEmpty()) return this;
        TreeSet<String> all = new TreeSet<>(paths());
        return all.addAll(other.paths()) ? of(all) : this;
    }

    FieldSet minus(FieldSet other) {
        return only(path -> !other.contains(path));
    }

    FieldSet and(FieldSet other) {
        return only(other::contains);
    }

    FieldSet only(Predicate<String> condition) {
        List<String> kept = Arrays.stream(paths).filter(condition).toList();
        return kept.size() == paths.length ? this : of(kept);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldSet that && Arrays.equals(paths, that.paths);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(paths);
    }

    @Override
    public String toString() {
        return Arrays.toString(paths);
    }
}
