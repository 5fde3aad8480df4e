package dev.pawl.benchmarks.diamonds;

import dev.pawl.benchmarks.harness.ChildJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A process that loads the stock of a supplier, ready to start.
final class LoadProcess implements AutoCloseable {
    private static final Duration TIME_MAX = Duration.ofMinutes(40);
    private static final int SIGKILLED = 128 + 9;

    private final ChildJvm child;

    private LoadProcess(ChildJvm child) {
        this.child = child;
    }

    /// Starts the process and returns when it is ready.
    static LoadProcess start(
            LoadChild.Mode mode, SimulatedSupplier supplier, String place, String... more)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(mode.argument(), supplier.url(), place));
        arguments.addAll(List.of(more));
        return start(List.of(), arguments);
    }

    /// Starts the process on SQLite with options of the JVM.
    static LoadProcess sqlite(List<String> options, SimulatedSupplier supplier, String place)
            throws IOException, InterruptedException {
        return start(options, List.of(LoadChild.Mode.SQLITE.argument(), supplier.url(), place));
    }

    private static LoadProcess start(List<String> options, List<String> arguments)
            throws IOException, InterruptedException {
        ChildJvm child = ChildJvm.start(options, LoadChild.class, arguments, TIME_MAX);
        child.await(LoadChild.READY);
        return new LoadProcess(child);
    }

    /// Loads `stones` stones and returns what that took.
    Took load(long stones) throws IOException, InterruptedException {
        go();
        double seconds = child.await(LoadChild.SECONDS);
        long found = (long) child.await(LoadChild.STONES);
        if (found != stones) {
            throw new IllegalStateException(
                    "expected %,d stones, found %,d".formatted(stones, found));
        }
        return new Took(seconds, child.await(LoadChild.CPU_SECONDS));
    }

    /// The time of a load, and the processor time of its process.
    record Took(double seconds, double cpuSeconds) {
        Took better(Took other) {
            return other.seconds < seconds ? other : this;
        }

        @Override
        public String toString() {
            return "%.1f s, %.1f s of CPU".formatted(seconds, cpuSeconds);
        }
    }

    void go() throws IOException {
        child.send("go");
    }

    double mebibytes() throws IOException, InterruptedException {
        return child.await(LoadChild.MEBIBYTES);
    }

    /// Kills the process, which must be running.
    void kill() throws InterruptedException {
        int code = child.kill();
        if (code != SIGKILLED) {
            throw new IllegalStateException(
                    "expected the exit code %d, found %d".formatted(SIGKILLED, code));
        }
    }

    @Override
    public void close() throws IOException {
        child.close();
    }
}
