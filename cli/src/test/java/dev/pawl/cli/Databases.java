package dev.pawl.cli;

import dev.pawl.engine.Engine;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import dev.pawl.store.PostgresStore;
import java.util.concurrent.atomic.AtomicInteger;
import org.opentest4j.TestAbortedException;

/// A schema in a PostgreSQL that all tests of this JVM share.
record Databases(String url, String schema) {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    /// Returns an unused schema, or skips the test if there is no PostgreSQL.
    static Databases fresh() {
        Installation found = Installation.any().orElseThrow(TestAbortedException::new);
        String url = PostgresServer.shared(found).url(PostgresServer.USER);
        return new Databases(url, "test_" + SCHEMAS.incrementAndGet());
    }

    PostgresStore store() {
        return PostgresStore.open(url, options -> options.schema(schema));
    }

    /// Opens an engine with the machine of the reviews.
    Engine reviews(String node) {
        return Engine.open(
                store(),
                options -> {
                    Reviews.options(options);
                    options.node(node);
                });
    }

    Terminal terminal() {
        return new Terminal("--store", url, "--schema", schema);
    }
}
