package dev.pawl.trials.features;

import dev.pawl.engine.store.Store;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import dev.pawl.store.PostgresStore;
import dev.pawl.testkit.StoreFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.opentest4j.TestAbortedException;

/// Schemas of one PostgreSQL for the suite of the engine's features.
public final class PostgresStores implements StoreFactory {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private final Map<Store, String> schemas = new ConcurrentHashMap<>();

    @Override
    public Store open() {
        return opened("features_" + SCHEMAS.incrementAndGet());
    }

    @Override
    public Store reopen(Store before) {
        before.close();
        return opened(schemas.remove(before));
    }

    private Store opened(String schema) {
        Installation found = Installation.any().orElseThrow(TestAbortedException::new);
        String url = PostgresServer.shared(found).url(PostgresServer.USER);
        // Notifications that arrive on a real thread do not fit virtual time.
        Store store = PostgresStore.open(url, options -> options.schema(schema).listen(false));
        schemas.put(store, schema);
        return store;
    }
}
