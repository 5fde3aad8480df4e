package dev.pawl.engine.control;

import dev.pawl.engine.CauseProvider;
import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Store;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/// Executes the requests of tools: on an open engine, on a store without one, or in another process
/// through a [ControlClient].
///
/// Throws [dev.pawl.engine.Refused] for what is refused and [dev.pawl.engine.store.StoreException]
/// for errors of the store; over a socket, both are a [ControlException].
public interface Control extends AutoCloseable {

    /// Returns the control of an open engine. Closing it does not close the engine.
    static Control of(Engine engine) {
        Liveness liveness = new Liveness(true, ProcessHandle.current().pid(), Instant.now());
        return new EngineControl(engine, () -> liveness);
    }

    /// Returns the control of a store on which no engine is open, or that nodes share. `reading`
    /// opens the store for queries, `writing` for changes; each store is closed after use. The
    /// reasons why a run waits include the causes that `systems` provide.
    static Control offline(
            Supplier<Store> reading, Supplier<Store> writing, CauseProvider... systems) {
        return new OfflineControl(reading, writing, List.of(systems));
    }

    /// Executes a request and returns its result. A change is durable then.
    <R> R execute(ControlRequest<R> request);

    @Override
    void close();
}
