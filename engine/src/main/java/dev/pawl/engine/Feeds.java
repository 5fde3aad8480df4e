package dev.pawl.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Everybody who reads a [Feed] and wants to know when there is news.
final class Feeds {
    private final Kernel kernel;
    private final List<Signal> readers = new CopyOnWriteArrayList<>();

    Feeds(Kernel kernel) {
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
