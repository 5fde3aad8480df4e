package dev.pawl.images.volume.thin;

import java.time.Duration;

/// How a program ended and what it said.
///
/// @param exit its exit code; -1 if it did not end by itself
public record Answer(Ending ending, int exit, String out, String err, Duration took) {

    /// How a program ended.
    public enum Ending {
        /// By itself.
        EXITED,

        /// It took too long and was ended.
        KILLED,

        /// It took too long and cannot be ended: it waits inside the kernel.
        STUCK
    }

    public boolean isGood() {
        return ending == Ending.EXITED && exit == 0;
    }

    /// Returns whether its complaint has these words.
    public boolean says(String words) {
        return err.contains(words);
    }
}
