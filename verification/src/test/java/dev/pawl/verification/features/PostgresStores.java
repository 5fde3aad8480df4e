package dev.pawl.verification.features;

import dev.pawl.engine.store.Store;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import dev.pawl.store.PostgresStore;
import dev.pawl.testkit.Stores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.opentest4j.TestAbortedException;

/// Schemas of one PostgreSQL for the suite of the engine's features.
public final class PostgresStores implements Stores {
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
        Store store = PostgresStore.open(Server.url(), options -> options.schema(schema));
        schemas.put(store, schema);
        return store;
    }

    /// The server of this JVM, started when it is first asked for.
    private static final class Server {
        private static String url;

        static synchronized String url() {
            if (url == null) url = start();
            return url;
        }

        private static String start() {
            Installation found = Installation.any().orElseThrow(TestAbortedException::new);
            try {
                PostgresServer server =
                        PostgresServer.start(
                                found, Files.createTempDirectory("pawl-features-"), Map.of());
                Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server)));
                return server.url("postgres");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void close(PostgresServer server) {
            try {
                server.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
