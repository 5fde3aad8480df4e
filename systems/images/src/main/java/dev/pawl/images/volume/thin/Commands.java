package dev.pawl.images.volume.thin;

import java.io.IOException;
import java.time.Duration;

/// The door to the machine's kernel: its programs, its mounts, and the time that it may need.
public interface Commands {
    /// Returns the programs of this machine.
    static Commands system() {
        return new SystemCommands();
    }

    /// Runs a program to its end, or for as long as its tool may take.
    Answer run(Command command) throws IOException;

    /// Waits before something is tried again.
    void pause(Duration time) throws IOException;

    /// Returns all mounts that this process sees, in the words of `/proc/self/mountinfo`.
    String mounts() throws IOException;
}
