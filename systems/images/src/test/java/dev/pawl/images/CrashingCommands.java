package dev.pawl.images;

import dev.pawl.images.volume.thin.DeviceCommands;
import dev.pawl.images.volume.thin.ProgramCall;
import dev.pawl.images.volume.thin.ProgramResult;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/// Commands that crash the process before one of those that change something.
///
/// A crashed thread runs no further command, because a crashed process would not run its error
/// paths either.
final class CrashingCommands implements DeviceCommands {
    private static final Set<String> ASKING =
            Set.of("info", "table", "status", "mknodes", "--getsz", "--noheadings");

    private final DeviceCommands real;
    private Thread dead = new Thread();
    private Runnable death = () -> {};
    private long deadly;
    private long changes;

    CrashingCommands(DeviceCommands real) {
        this.real = real;
    }

    /// Counts from 0 again, and runs `ending` before change number `number`; 0 means never.
    void arm(long number, Runnable ending) {
        changes = 0;
        deadly = number;
        death = ending;
    }

    /// Returns how many commands have changed something since.
    long changes() {
        return changes;
    }

    @Override
    public ProgramResult run(ProgramCall command) throws IOException {
        refuseIfDead();
        boolean asks = ASKING.contains(command.arguments().getFirst());
        if (!asks && ++changes == deadly) {
            dead = Thread.currentThread();
            death.run();
        }
        return real.run(command);
    }

    @Override
    public void pause(Duration time) throws IOException {
        real.pause(time);
    }

    @Override
    public String mounts() throws IOException {
        refuseIfDead();
        return real.mounts();
    }

    private void refuseIfDead() throws IOException {
        if (Thread.currentThread().equals(dead)) throw new IOException("this process has died");
    }
}
