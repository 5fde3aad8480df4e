package dev.pawl.cli.screen;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/// Listens for a second Ctrl-C while a process ends because of the first.
///
/// A JVM that is ending takes no notice of signals. So the terminal is told to give the key as a
/// letter, until this is closed.
public final class SecondInterrupt implements AutoCloseable {
    private static final int CTRL_C = 3;

    private final String modes;

    private SecondInterrupt(String modes) {
        this.modes = modes;
    }

    /// Begins to listen, where there is a terminal; the terminal is as before when `then` is
    /// called.
    public static SecondInterrupt listen(Runnable then) {
        SecondInterrupt listening = new SecondInterrupt(Stty.call("-g"));
        if (!listening.modes.isEmpty()) {
            Stty.call("-isig -icanon");
            Thread.ofPlatform().daemon().name("second-interrupt").start(() -> listening.read(then));
        }
        return listening;
    }

    private void read(Runnable then) {
        try (InputStream keys = new FileInputStream("/dev/tty")) {
            int key = keys.read();
            while (key >= 0 && key != CTRL_C) key = keys.read();
            if (key != CTRL_C) return;
            close();
            then.run();
        } catch (IOException _) {
            // Without keys there is nobody to be impatient.
        }
    }

    @Override
    public void close() {
        if (!modes.isEmpty()) Stty.call(modes);
    }
}
