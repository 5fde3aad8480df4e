package dev.pawl.images;

import dev.pawl.images.volume.thin.Answer;
import dev.pawl.images.volume.thin.Command;
import dev.pawl.images.volume.thin.Commands;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/// Programs before one of which the process dies, among those that change something.
///
/// A thread that has died runs none any more: what it would do on its way out, a process that is
/// gone does not do.
final class MortalCommands implements Commands {
    private static final Set<String> ASKING =
            Set.of("info", "table", "status", "mknodes", "--getsz", "--noheadings");

    private final Commands real;
    private Thread dead = new Thread();
    private Runnable death = () -> {};
    private long deadly;
    private long changes;

    MortalCommands(Commands real) {
        this.real = real;
    }

    /// Begins to count anew; before change number `number` comes `ending`, and with 0 nowhere.
    void arm(long number, Runnable ending) {
        changes = 0;
        deadly = number;
        death = ending;
    }

    /// Returns how many programs have changed something since.
    long changes() {
        return changes;
    }

    @Override
    public Answer run(Command command) throws IOException {
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
