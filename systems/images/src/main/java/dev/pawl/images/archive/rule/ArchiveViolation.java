package dev.pawl.images.archive.rule;

import java.io.IOException;

/// A broken rule, without the name of the archive.
///
/// It is an [IOException] so that streams can throw it. [ArchiveRejectedException] adds the name.
public final class ArchiveViolation extends IOException {
    private static final long serialVersionUID = 1L;

    private final ArchiveRule rule;
    private final String entry;

    /// `detail` says what was expected and found; `entry` is the raw name in the archive.
    public ArchiveViolation(ArchiveRule rule, String entry, String detail) {
        super(detail);
        this.rule = rule;
        this.entry = entry;
    }

    /// Returns a violation by the archive as a whole.
    public static ArchiveViolation of(ArchiveRule rule, String detail) {
        return new ArchiveViolation(rule, "", detail);
    }

    /// Returns this violation with the name of its layer.
    public ArchiveViolation in(String layer) {
        return new ArchiveViolation(
                rule, entry, "%s (layer %s)".formatted(getMessage(), EscapedText.shortened(layer)));
    }

    public ArchiveRule rule() {
        return rule;
    }

    public String entry() {
        return entry;
    }
}
