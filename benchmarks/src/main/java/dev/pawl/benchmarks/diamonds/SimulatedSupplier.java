package dev.pawl.benchmarks.diamonds;

import dev.pawl.benchmarks.harness.ChildJvm;
import dev.pawl.diamonds.simulator.SupplierSimulator;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// A supplier on loopback in a process of its own, without faults and limits. Used by one thread.
final class SimulatedSupplier implements AutoCloseable {
    private static final Duration TIME_MAX = Duration.ofHours(1);

    private final ChildJvm child;
    private final int port;

    private SimulatedSupplier(ChildJvm child, int port) {
        this.child = child;
        this.port = port;
    }

    static SimulatedSupplier start(int stones) throws IOException, InterruptedException {
        List<String> arguments = List.of(Integer.toString(stones));
        ChildJvm child = ChildJvm.start(List.of(), SimulatorChild.class, arguments, TIME_MAX);
        return new SimulatedSupplier(child, (int) child.await(SimulatorChild.PORT));
    }

    String url() {
        return "http://127.0.0.1:%d%s".formatted(port, SupplierSimulator.API);
    }

    /// Returns how many pages were served since the start.
    long pages() throws IOException, InterruptedException {
        return ask(SimulatorChild.PAGES, SimulatorChild.PAGES);
    }

    /// Returns how many counts were served since the start.
    long counts() throws IOException, InterruptedException {
        return ask(SimulatorChild.COUNTS, SimulatorChild.COUNTS);
    }

    /// Makes so many changes, and returns how many stones of the stock are new or changed.
    long move(int changes) throws IOException, InterruptedException {
        return ask(SimulatorChild.MOVE + changes, SimulatorChild.MOVED);
    }

    private long ask(String order, String answer) throws IOException, InterruptedException {
        child.send(order);
        return (long) child.await(answer);
    }

    @Override
    public void close() throws IOException {
        child.close();
    }
}
