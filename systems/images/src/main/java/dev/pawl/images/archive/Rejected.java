package dev.pawl.images.archive;

/// An archive that is refused, for a reason that lies in the archive.
///
/// It will be refused again, so there is no use in trying again. Trouble of the machine is an
/// [java.io.IOException] instead.
public final class Rejected extends Exception {
    private static final long serialVersionUID = 1L;

    private final Rule rule;
    private final String archive;
    private final String entry;

    Rejected(String archive, Refusal refusal) {
        super(message(archive, refusal), refusal);
        this.rule = refusal.rule();
        this.archive = Escaped.of(archive);
        this.entry = Escaped.shortened(refusal.entry());
    }

    /// Returns what was broken.
    public Rule rule() {
        return rule;
    }

    /// Returns the name of the archive, escaped.
    public String archive() {
        return archive;
    }

    /// Returns the name of the entry, escaped; empty where the archive as a whole is meant.
    public String entry() {
        return entry;
    }

    private static String message(String archive, Refusal refusal) {
        String where =
                refusal.entry().isEmpty()
                        ? ""
                        : ", entry '%s'".formatted(Escaped.shortened(refusal.entry()));
        return "archive %s%s: %s: %s"
                .formatted(
                        Escaped.of(archive), where, refusal.rule().title(), refusal.getMessage());
    }
}
