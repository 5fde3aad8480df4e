package dev.pawl.cli.diamonds.stones;

import dev.pawl.diamonds.canonical.StoneChange;

/// The changed fields of a stone for people.
final class ChangedFields {
    private ChangedFields() {}

    /// Returns the fields with their old and new values; empty for a stone that is new or gone.
    static String text(StoneChange change) {
        return change.fields().equals("{}") ? "" : change.fields();
    }
}
