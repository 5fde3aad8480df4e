package dev.pawl.orchestrator;

import dev.pawl.engine.Engine;
import java.util.concurrent.atomic.AtomicReference;

/// The engine that executes the machines, which is told when it opens: before any body asks.
final class EngineLink {
    private final AtomicReference<Engine> engine = new AtomicReference<>();

    void tell(Engine opening) {
        engine.set(opening);
    }

    Engine engine() {
        Engine found = engine.get();
        if (found == null) {
            throw new IllegalStateException("no engine was opened with this orchestrator");
        }
        return found;
    }
}
