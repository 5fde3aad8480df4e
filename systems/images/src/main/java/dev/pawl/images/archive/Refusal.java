package dev.pawl.images.archive;

import java.io.IOException;

/// What is wrong with an archive, on its way to the one who knows the archive's name.
///
/// It is an [IOException] so that it passes through streams.
final class Refusal extends IOException {
    private static final long serialVersionUID = 1L;

    private final Rule rule;
    private final String entry;

    /// The detail says what was expected and what was found; `entry` is as it is in the archive.
    Refusal(Rule rule, String entry, String detail) {
        super(detail);
        this.rule = rule;
        this.entry = entry;
    }

    /// Returns a refusal of the archive as a whole.
    static Refusal of(Rule rule, String detail) {
        return new Refusal(rule, "", detail);
    }

    /// Returns this refusal as one of a layer.
    Refusal in(String layer) {
        return new Refusal(
                rule, entry, "%s (layer %s)".formatted(getMessage(), Escaped.shortened(layer)));
    }

    Rule rule() {
        return rule;
    }

    String entry() {
        return entry;
    }
}
