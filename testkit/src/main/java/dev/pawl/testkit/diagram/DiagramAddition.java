package dev.pawl.testkit.diagram;

/// An edge of the code that a document does not draw, and the reason for it.
public record DiagramAddition(String from, String to, String reason) {
    public DiagramAddition {
        if (from.isBlank() || to.isBlank()) {
            throw new IllegalArgumentException(
                    "expected the names of two states for an addition, found '%s' and '%s'"
                            .formatted(from, to));
        }
        if (reason.isBlank()) {
            throw new IllegalArgumentException(
                    "expected a reason for the addition %s --> %s, found none".formatted(from, to));
        }
    }

    @Override
    public String toString() {
        return "%s --> %s (%s)".formatted(from, to, reason);
    }
}
