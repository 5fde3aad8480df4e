package dev.pawl.engine;

import dev.pawl.engine.internal.kernel.Kernel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// The readers of [Subscription]s, which are woken when runs change.
final class Subscriptions {
    private final Kernel kernel;
    private final List<Signal> readers = new CopyOnWriteArrayList<>();

    Subscriptions(Kernel kernel) {
        this.kernel = kernel;
    }

    void add(Signal reader) {
        readers.add(reader);
    }

    void remove(Signal reader) {
        readers.remove(reader);
    }

    void news() {
        for (Signal reader : readers) {
            if (!reader.isRaised()) kernel.host.raise(reader);
        }
    }
}
