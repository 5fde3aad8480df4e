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
        return start(List.of(), mode, supplier, place, more);
    }

    static LoadProcess start(
            List<String> options,
            LoadChild.Mode mode,
            SimulatedSupplier supplier,
            String place,
            String... more)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(mode.argument(), supplier.url(), place));
        arguments.addAll(List.of(more));
        ChildJvm child = ChildJvm.start(options, LoadChild.class, arguments, TIME_MAX);
        child.await(LoadChild.READY);
        return new LoadProcess(child);
    }

    /// Loads `stones` stones and returns how many seconds that took.
    double load(long stones) throws IOException, InterruptedException {
        go();
        return seconds(stones);
    }

    void go() throws IOException {
        child.send("go");
    }

    double seconds(long stones) throws IOException, InterruptedException {
        double seconds = child.await(LoadChild.SECONDS);
        long found = (long) child.await(LoadChild.STONES);
        if (found != stones) {
            throw new IllegalStateException(
                    "expected %,d stones, found %,d".formatted(stones, found));
        }
        return seconds;
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
