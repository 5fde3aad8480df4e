package dev.pawl.images.volume.thin;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The programs of this host.
final class SystemCommands implements DeviceCommands {
    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");

    @Override
    public ProgramResult run(ProgramCall command) throws IOException {
        List<String> line = new ArrayList<>();
        line.add(command.tool().path().toString());
        line.addAll(command.arguments());
        return ChildProgram.run(line, command.tool().limit(), ChildProgram.GRACE);
    }

    @Override
    public void pause(Duration time) throws IOException {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for a device");
        }
    }

    @Override
    public String mounts() throws IOException {
        return Files.readString(MOUNTS);
    }
}
