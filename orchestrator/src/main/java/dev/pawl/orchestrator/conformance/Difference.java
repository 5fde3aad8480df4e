package dev.pawl.orchestrator.conformance;

import java.util.List;
import java.util.Optional;

/// Where two lists part, in words.
record Difference(String expected, String found) {

    /// Returns the first place at which `found` is not what was expected.
    static Optional<Difference> between(String what, List<?> expected, List<?> found) {
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

    private static Difference at(String what, int i, List<?> expected, List<?> found) {
        return new Difference(
                "%s %d of %d: %s".formatted(what, i + 1, expected.size(), shown(expected, i)),
                "%s (%d in all)".formatted(shown(found, i), found.size()));
    }

    private static String shown(List<?> all, int i) {
        return i < all.size() ? all.get(i).toString() : "the end";
    }
}
