package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.thin.Answer.Ending;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A program that runs for a bounded time, and of whose words a bounded number is kept.
final class Child {
    /// How long a program has to end after each of the two signals.
    static final Duration GRACE = Duration.ofSeconds(5);

    /// More than any list of volumes needs.
    static final int WORDS_MAX = 16 << 20;

    private static final Map<String, String> ENVIRONMENT =
            Map.of("LC_ALL", "C", "PATH", "/usr/sbin:/usr/bin:/sbin:/bin");

    private Child() {}

    /// Runs an absolute path with its arguments; after `limit` it is asked to end, then made to.
    static Answer run(List<String> line, Duration limit, Duration grace) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().clear();
        builder.environment().putAll(ENVIRONMENT);
        long begun = System.nanoTime();
        Process process = builder.start();
        process.getOutputStream().close();
        Ear out = Ear.at(process.getInputStream(), line.getFirst());
        Ear err = Ear.at(process.getErrorStream(), line.getFirst());
        Patience patience = new Patience();
        try {
            Ending ending =
                    patience.sees(process, limit) ? Ending.EXITED : end(process, grace, patience);
            // Whoever has inherited its output may keep it open: that is not waited for either.
            String said = out.heard(grace, patience);
            String complained = err.heard(grace, patience);
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            int exit = ending == Ending.EXITED ? process.exitValue() : -1;
            return new Answer(ending, exit, said, complained, took);
        } finally {
            patience.end();
        }
    }

    private static Ending end(Process process, Duration grace, Patience patience) {
        process.destroy();
        if (patience.sees(process, grace)) return Ending.KILLED;
        process.destroyForcibly();
        return patience.sees(process, grace) ? Ending.KILLED : Ending.STUCK;
    }

    /// Waits on when it is interrupted: half a command is worse than a late one, and all of them
    /// are bounded. The interruption is passed on in the end.
    private static final class Patience {
        private boolean interrupted;

        boolean sees(Process process, Duration limit) {
            return waits(limit, process::waitFor);
        }

        boolean sees(Thread thread, Duration limit) {
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

    /// Listens to one stream on a thread of its own, for a program waits for whoever does not.
    private static final class Ear {
        private final InputStream stream;
        private final StringBuilder words = new StringBuilder();
        private final Thread thread;

        private Ear(InputStream stream, String program) {
            this.stream = stream;
            thread =
                    Thread.ofPlatform().daemon().name("output of " + program).unstarted(this::hear);
        }

        static Ear at(InputStream stream, String program) {
            Ear ear = new Ear(stream, program);
            ear.thread.start();
            return ear;
        }

        String heard(Duration grace, Patience patience) {
            boolean all = patience.sees(thread, grace);
            synchronized (words) {
                return all ? words.toString() : words + "…";
            }
        }

        private void hear() {
            byte[] piece = new byte[8192];
            try (stream) {
                for (int n = stream.read(piece); n >= 0; n = stream.read(piece)) keep(piece, n);
            } catch (IOException e) {
                keep(e.toString().getBytes(StandardCharsets.UTF_8), e.toString().length());
            }
        }

        private void keep(byte[] piece, int length) {
            synchronized (words) {
                int room = Math.min(length, WORDS_MAX - words.length());
                if (room > 0) words.append(new String(piece, 0, room, StandardCharsets.ISO_8859_1));
            }
        }
    }
}
