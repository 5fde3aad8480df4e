package dev.pawl.diamonds.canonical;

/// Another node changed rows between reading and writing them; nothing is written, and the work can
/// be repeated at once.
public final class LostRace extends RuntimeException {
    private static final long serialVersionUID = 1;

    LostRace(String what, long expected, long found) {
        super(
                "another node was faster: expected to write %d %s, wrote %d"
                        .formatted(expected, what, found));
    }
}
