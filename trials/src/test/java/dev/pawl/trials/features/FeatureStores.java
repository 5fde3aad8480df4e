package dev.pawl.trials.features;

import dev.pawl.engine.store.Store;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SqlStores;
import dev.pawl.testkit.SqliteStores;
import java.util.List;
import java.util.SortedMap;

/// SQLite files for the suite of the engine's features, which names this class in a property.
public final class FeatureStores implements SqlStores {
    private final SqliteStores files = SqliteStores.of(SqliteStore::open);

    @Override
    public Store open() {
        return files.open();
    }

    @Override
    public Store reopen(Store before) {
        return files.reopen(before);
    }

    @Override
    public void discard(Store store) {
        files.discard(store);
    }

    @Override
    public SortedMap<String, List<String>> written(Query query) {
        return files.written(query);
    }
}
