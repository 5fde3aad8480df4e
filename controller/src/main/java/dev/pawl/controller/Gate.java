package dev.pawl.controller;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Lets bodies pass while the controller is active, and keeps them waiting otherwise. Thread-safe.
final class Gate {
    private final Host host;
    private final List<Signal> waiting = new ArrayList<>();
    private boolean isOpen;

    Gate(Host host) {
        this.host = host;
    }

    synchronized boolean isOpen() {
        return isOpen;
    }

    void await(String what, Consumer<String> report) throws InterruptedException {
        Signal signal = new Signal();
        synchronized (this) {
            if (isOpen) return;
            waiting.add(signal);
        }
        report.accept("waits for " + what);
        try {
            while (!isOpen()) {
                var _ = host.await(signal, Instant.MAX);
            }
        } finally {
            synchronized (this) {
                waiting.remove(signal);
            }
        }
    }

    void open() {
        List<Signal> all;
        synchronized (this) {
            isOpen = true;
            all = List.copyOf(waiting);
        }
        all.forEach(host::raise);
    }

    synchronized void shut() {
        isOpen = false;
    }
}
