package dev.pawl.engine.control;

import dev.pawl.engine.CauseProvider;
import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.control.ControlRequest.Change;
import dev.pawl.engine.control.ControlRequest.Query;
import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Store;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Executes requests on a store on which no engine is open, or that nodes share: each on an
/// unattended engine, which sees what other processes have changed meanwhile. For one thread.
///
/// The store stays open for reads between queries. A change closes it and opens it for writing, so
/// that this process owns the store for the duration of the change.
final class OfflineControl implements Control {
    private final Supplier<Store> reading;
    private final Supplier<Store> writing;
    private final List<CauseProvider> systems;
    private @Nullable Store open;

    OfflineControl(Supplier<Store> reading, Supplier<Store> writing, List<CauseProvider> systems) {
        this.reading = reading;
        this.writing = writing;
        this.systems = systems;
    }

    @Override
    public <R> R execute(ControlRequest<R> request) {
        return switch (request) {
            case Query<R> query -> execute(store(), query);
            case Change<R> change -> {
                close();
                try (Store store = writing.get()) {
                    yield execute(store, change);
                }
            }
        };
    }

    @Override
    public void close() {
        Store present = open;
        open = null;
        if (present != null) present.close();
    }

    private Store store() {
        Store present = open;
        if (present == null) {
            present = reading.get();
            open = present;
        }
        return present;
    }

    /// An unattended engine has no tasks, so it needs no closing: the store stays open.
    private <R> R execute(Store store, ControlRequest<R> request) {
        Engine engine;
        try {
            engine = Engine.open(store, this::unattended);
        } catch (RuntimeException | Error e) {
            // An engine that cannot be opened has closed the store.
            open = null;
            throw e;
        }
        return new EngineControl(engine, () -> liveness(store)).execute(request);
    }

    private void unattended(EngineOptions options) {
        options.unattended().listener(_ -> {});
        systems.forEach(options::explaining);
    }

    private static Liveness liveness(Store store) {
        return store.cluster()
                .flatMap(Cluster::oldest)
                .map(node -> new Liveness(true, 0, node.joined()))
                .orElse(Liveness.NONE);
    }
}
