package dev.pawl.images.request;

import dev.pawl.run.Failure;
import dev.pawl.run.RunEnd;
import java.util.Locale;
import java.util.Optional;

/// Why a run failed. The reason of the run starts with this word, so a run keeps its class.
public enum ImageFailure {
    /// The archive breaks a rule of its policy, or is not an archive.
    POLICY,

    /// The object is unavailable: missing, denied, too large, or not the requested content.
    SOURCE,

    /// There is not enough space.
    SPACE,

    /// The image is in use or pinned.
    USE,

    /// A file, volume or row is missing or is not what it should be.
    DAMAGE;

    /// Returns a reason that starts with this word.
    public String reason(String text) {
        return word() + ": " + text;
    }

    /// Returns the reason for which a run ended.
    public static String reason(Optional<RunEnd> ending) {
        return ending.map(RunEnd::failure)
                .map(Failure::message)
                .orElseGet(() -> ending.map(end -> end.status().name()).orElse("failed"));
    }

    /// Returns the class of a reason; damage if the reason names none.
    public static ImageFailure of(String reason) {
        for (ImageFailure failure : values()) {
            if (reason.startsWith(failure.word() + ": ")) return failure;
        }
        return DAMAGE;
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
