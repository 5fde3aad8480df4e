package dev.pawl.images.volume.thin;

import java.io.IOException;
import java.time.Duration;

/// Access to the programs and mounts of the host.
public interface DeviceCommands {
    /// Returns the programs of this host.
    static DeviceCommands system() {
        return new SystemCommands();
    }

    /// Runs a program to its end, or until the limit of its tool.
    ProgramResult run(ProgramCall command) throws IOException;

    /// Waits before a retry.
    void pause(Duration time) throws IOException;

    /// Returns all mounts that this process sees, in the format of `/proc/self/mountinfo`.
    String mounts() throws IOException;
}
