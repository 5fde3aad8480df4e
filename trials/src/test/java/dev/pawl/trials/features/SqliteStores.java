package dev.pawl.trials.features;

import dev.pawl.engine.store.Store;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.Stores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// SQLite files for the suite of the engine's features.
public final class SqliteStores implements Stores {
    private final Map<Store, Path> homes = new ConcurrentHashMap<>();

    @Override
    public Store open() {
        try {
            return opened(Files.createTempDirectory("pawl-features-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Store reopen(Store before) {
        before.close();
        return opened(homes.remove(before));
    }

    private Store opened(Path home) {
        Store store = SqliteStore.open(home);
        homes.put(store, home);
        return store;
    }
}
