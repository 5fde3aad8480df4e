package dev.pawl.images;

import dev.pawl.run.Failure;
import dev.pawl.run.RunEnd;
import java.util.Locale;
import java.util.Optional;

/// Why an image was given up. The word stands before the reason, so that it survives in a run.
public enum Fault {
    /// The archive breaks a rule of its policy, or is none.
    POLICY,

    /// The object cannot be had: not there, not allowed, too large, other content than was asked.
    SOURCE,

    /// There is no room for it.
    SPACE,

    /// It is in use, or kept on purpose.
    USE,

    /// What was here is gone or is not what it should be.
    DAMAGE;

    /// Returns a reason that tells this fault.
    String reason(String text) {
        return word() + ": " + text;
    }

    /// Returns the words for how a run ends.
    public static String reason(Optional<RunEnd> ending) {
        return ending.map(RunEnd::failure)
                .map(Failure::message)
                .orElseGet(() -> ending.map(end -> end.status().name()).orElse("given up"));
    }

    /// Returns the fault that a reason tells; damage if it tells none.
    public static Fault of(String reason) {
        for (Fault fault : values()) if (reason.startsWith(fault.word() + ": ")) return fault;
        return DAMAGE;
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
