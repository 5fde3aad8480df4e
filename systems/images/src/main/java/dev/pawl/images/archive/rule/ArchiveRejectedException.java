package dev.pawl.images.archive.rule;

/// An archive was rejected because it breaks a rule.
///
/// A retry cannot help. Errors of the host are an [java.io.IOException] instead.
public final class ArchiveRejectedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final ArchiveRule rule;
    private final String archive;
    private final String entry;

    public ArchiveRejectedException(String archive, ArchiveViolation refusal) {
        super(message(archive, refusal), refusal);
        this.rule = refusal.rule();
        this.archive = EscapedText.of(archive);
        this.entry = EscapedText.shortened(refusal.entry());
    }

    /// Returns the broken rule.
    public ArchiveRule rule() {
        return rule;
    }

    /// Returns the name of the archive, escaped.
    public String archive() {
        return archive;
    }

    /// Returns the name of the entry, escaped; empty if the archive as a whole is concerned.
    public String entry() {
        return entry;
    }

    private static String message(String archive, ArchiveViolation refusal) {
        String where =
                refusal.entry().isEmpty()
                        ? ""
                        : ", entry '%s'".formatted(EscapedText.shortened(refusal.entry()));
        return "archive %s%s: %s: %s"
                .formatted(
                        EscapedText.of(archive),
                        where,
                        refusal.rule().title(),
                        refusal.getMessage());
    }
}
