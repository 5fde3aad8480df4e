package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.thin.ProgramResult.Ending;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Runs a program for a bounded time and keeps a bounded amount of its output.
final class ChildProgram {
    /// How long a program may take to end after each of the two signals.
    static final Duration GRACE = Duration.ofSeconds(5);

    /// More than any list of volumes needs.
    static final int OUTPUT_MAX = 16 << 20;

    private static final Map<String, String> ENVIRONMENT =
            Map.of("LC_ALL", "C", "PATH", "/usr/sbin:/usr/bin:/sbin:/bin");

    private ChildProgram() {}

    /// Runs a program by its absolute path; after `limit` it is terminated, then killed.
    static ProgramResult run(List<String> line, Duration limit, Duration grace) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().clear();
        builder.environment().putAll(ENVIRONMENT);
        long started = System.nanoTime();
        Process process = builder.start();
        process.getOutputStream().close();
        OutputReader out = OutputReader.at(process.getInputStream(), line.getFirst());
        OutputReader err = OutputReader.at(process.getErrorStream(), line.getFirst());
        Waiter waiter = new Waiter();
        try {
            Ending ending =
                    waiter.awaits(process, limit) ? Ending.EXITED : end(process, grace, waiter);
            // A child of the program may keep its output open; the wait for that is bounded too.
            String output = out.text(grace, waiter);
            String errors = err.text(grace, waiter);
            Duration took = Duration.ofNanos(System.nanoTime() - started);
            int exit = ending == Ending.EXITED ? process.exitValue() : -1;
            return new ProgramResult(ending, exit, output, errors, took);
        } finally {
            waiter.end();
        }
    }

    private static Ending end(Process process, Duration grace, Waiter waiter) {
        process.destroy();
        if (waiter.awaits(process, grace)) return Ending.KILLED;
        process.destroyForcibly();
        return waiter.awaits(process, grace) ? Ending.KILLED : Ending.STUCK;
    }

    /// Waits without being interrupted: half a command is worse than a late one, and every wait is
    /// bounded. Restores the interruption at the end.
    private static final class Waiter {
        private boolean interrupted;

        boolean awaits(Process process, Duration limit) {
            return waits(limit, process::waitFor);
        }

        boolean awaits(Thread thread, Duration limit) {
            return waits(limit, thread::join);
        }

        void end() {
            if (interrupted) Thread.currentThread().interrupt();
        }

        private boolean waits(Duration limit, Wait wait) {
            long deadline = System.nanoTime() + limit.toNanos();
            while (true) {
                try {
                    return wait.upTo(Duration.ofNanos(deadline - System.nanoTime()));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
    }

    private interface Wait {
        boolean upTo(Duration time) throws InterruptedException;
    }

    /// Reads one stream on its own thread, because a program blocks if its output is not read.
    private static final class OutputReader {
        private final InputStream stream;
        private final StringBuilder text = new StringBuilder();
        private final Thread thread;

        private OutputReader(InputStream stream, String program) {
            this.stream = stream;
            thread =
                    Thread.ofPlatform().daemon().name("output of " + program).unstarted(this::read);
        }

        static OutputReader at(InputStream stream, String program) {
            OutputReader reader = new OutputReader(stream, program);
            reader.thread.start();
            return reader;
        }

        String text(Duration grace, Waiter waiter) {
            boolean all = waiter.awaits(thread, grace);
            synchronized (text) {
                return all ? text.toString() : text + "…";
            }
        }

        private void read() {
            byte[] piece = new byte[8192];
            try (stream) {
                for (int n = stream.read(piece); n >= 0; n = stream.read(piece)) keep(piece, n);
            } catch (IOException e) {
                keep(e.toString().getBytes(StandardCharsets.UTF_8), e.toString().length());
            }
        }

        private void keep(byte[] piece, int length) {
            synchronized (text) {
                int free = Math.min(length, OUTPUT_MAX - text.length());
                if (free > 0) text.append(new String(piece, 0, free, StandardCharsets.ISO_8859_1));
            }
        }
    }
}
