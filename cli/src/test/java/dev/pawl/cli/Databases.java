package dev.pawl.cli;

import dev.pawl.engine.Engine;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import dev.pawl.store.PostgresStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.opentest4j.TestAbortedException;

/// A schema of its own in a PostgreSQL that all tests of this JVM share.
record Databases(String url, String schema) {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    /// Returns a schema that nobody has used, or skips the test where there is no PostgreSQL.
    static Databases fresh() {
        Installation found = Installation.any().orElseThrow(TestAbortedException::new);
        return new Databases(Server.url(found), "test_" + SCHEMAS.incrementAndGet());
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

    private static final class Server {
        private static PostgresServer started;

        static synchronized String url(Installation installation) {
            if (started == null) started = start(installation);
            return started.url(PostgresServer.USER);
        }

        private static PostgresServer start(Installation installation) {
            try {
                PostgresServer server =
                        PostgresServer.start(
                                installation, Files.createTempDirectory("pawl-cli-"), Map.of());
                Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server)));
                return server;
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
