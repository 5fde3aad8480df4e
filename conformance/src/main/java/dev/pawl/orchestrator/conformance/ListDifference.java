package dev.pawl.orchestrator.conformance;

import java.util.List;
import java.util.Optional;

/// The first difference between two lists, as text.
record ListDifference(String expected, String found) {

    /// Returns the first place at which the lists differ.
    static Optional<ListDifference> between(String what, List<?> expected, List<?> found) {
        int both = Math.min(expected.size(), found.size());
        for (int i = 0; i < both; i++) {
            if (!expected.get(i).equals(found.get(i))) {
                return Optional.of(at(what, i, expected, found));
            }
        }
        return expected.size() == found.size()
                ? Optional.empty()
                : Optional.of(at(what, both, expected, found));
    }

    private static ListDifference at(String what, int i, List<?> expected, List<?> found) {
        return new ListDifference(
                "%s %d of %d: %s".formatted(what, i + 1, expected.size(), shown(expected, i)),
                "%s (%d in all)".formatted(shown(found, i), found.size()));
    }

    private static String shown(List<?> all, int i) {
        return i < all.size() ? all.get(i).toString() : "the end";
    }
}
