package dev.pawl.engine;

import dev.pawl.engine.internal.kernel.EngineDocuments;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Definition;
import java.util.List;
import java.util.Map;

/// What an engine leaves in its store for tools that have no machines.
public final class StoredDefinitions {
    private StoredDefinitions() {}

    /// Returns the definitions that were registered with a store last, by name.
    public static Map<String, Definition> definitions(Store store) {
        return EngineDocuments.all(store).byName();
    }

    /// Returns the reports of all starts that are kept, oldest first.
    public static List<CrashReport> reports(Store store) {
        return EngineDocuments.reports(store);
    }
}
