package dev.pawl.images.volume.thin;

import java.time.Duration;

/// How a program ended, and its output.
///
/// @param exit its exit code; -1 if it was killed or is stuck
public record ProgramResult(Ending ending, int exit, String out, String err, Duration took) {

    /// How a program ended.
    public enum Ending {
        /// It ended by itself.
        EXITED,

        /// It took too long and was killed.
        KILLED,

        /// It took too long and cannot be killed, because it waits inside the kernel.
        STUCK
    }

    public boolean isGood() {
        return ending == Ending.EXITED && exit == 0;
    }

    /// Returns whether its error output contains this text.
    public boolean says(String text) {
        return err.contains(text);
    }
}
