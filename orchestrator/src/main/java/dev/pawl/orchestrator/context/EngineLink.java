package dev.pawl.orchestrator.context;

import dev.pawl.engine.Engine;
import java.util.concurrent.atomic.AtomicReference;

/// The engine that executes the machines. It is set while the engine opens, before any body runs.
public final class EngineLink {
    private final AtomicReference<Engine> engine = new AtomicReference<>();

    public void set(Engine opening) {
        engine.set(opening);
    }

    Engine engine() {
        Engine found = engine.get();
        if (found == null) {
            throw new IllegalStateException(
                    "expected an engine that was opened with this orchestrator, found none; pass"
                            + " Orchestrator.register to Engine.open");
        }
        return found;
    }
}
