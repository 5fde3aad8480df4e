package dev.pawl.images;

import dev.pawl.images.volume.thin.Answer;
import dev.pawl.images.volume.thin.Command;
import dev.pawl.images.volume.thin.Commands;
import dev.pawl.testkit.CrashMatrix;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/// Programs before each of which the process may die, if they change something.
///
/// A thread that has died runs none any more: what it would do on its way out, a process that is
/// gone does not do.
final class PointedCommands implements Commands {
    private static final Set<String> ASKING =
            Set.of("info", "table", "status", "mknodes", "--getsz", "--noheadings");

    private final Commands real;
    private final CrashMatrix.Points points;
    private final int every;
    private Thread dead = new Thread();
    private int changes;

    /// Takes every n-th change for a point.
    PointedCommands(Commands real, CrashMatrix.Points points, int every) {
        this.real = real;
        this.points = points;
        this.every = every;
    }

    /// Begins to count anew.
    void begin() {
        changes = 0;
    }

    @Override
    public Answer run(Command command) throws IOException {
        if (Thread.currentThread().equals(dead)) throw new IOException("nobody runs " + command);
        boolean asks = ASKING.contains(command.arguments().getFirst());
        if (!asks && ++changes % every == 0) pass();
        return real.run(command);
    }

    private void pass() {
        Thread passing = dead;
        dead = Thread.currentThread();
        points.here();
        dead = passing;
    }

    @Override
    public void pause(Duration time) throws IOException {
        real.pause(time);
    }

    @Override
    public String mounts() throws IOException {
        if (Thread.currentThread().equals(dead)) throw new IOException("nobody reads the mounts");
        return real.mounts();
    }
}
