package dev.pawl.store;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlServer;
import dev.pawl.machine.Machine;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An engine with its store: in a home directory, where the `pawl` command can talk to it while it
/// runs, or in a database.
///
/// A program opens it in its `main` and closes it at the end. One process at a time owns a home
/// directory; a second one is refused with the name of the owner. Many processes can share a
/// database.
public final class Pawl implements AutoCloseable {
    private final Engine engine;
    private final @Nullable ControlServer server;

    private Pawl(Engine engine, @Nullable ControlServer server) {
        this.engine = engine;
        this.server = server;
    }

    /// Opens the directory, which is created if it does not exist, with machines and default
    /// options.
    public static Pawl open(Path home, Machine<?, ?>... machines) {
        return open(home, options -> options.machines(machines));
    }

    /// Opens the directory, which is created if it does not exist.
    public static Pawl open(Path home, Consumer<EngineOptions> options) {
        SqliteStore store = SqliteStore.open(home);
        AutoCloseable opened = store;
        try {
            Engine engine = Engine.open(store, options);
            opened = engine;
            return new Pawl(engine, ControlServer.open(home, Control.of(engine)));
        } catch (RuntimeException e) {
            closeAfter(e, opened);
            throw e;
        }
    }

    /// Opens the store in the schema `pawl` of the database at a JDBC address, with machines and
    /// default options. The schema is created if it does not exist.
    public static Pawl open(String jdbcUrl, Machine<?, ?>... machines) {
        return open(jdbcUrl, options -> options.machines(machines));
    }

    /// Opens the store in the schema `pawl` of the database at a JDBC address. The schema is
    /// created if it does not exist. The engine becomes one of the nodes that share it, and the
    /// `pawl` command connects to the database. For another schema, open a [PostgresStore] and an
    /// [Engine] on it.
    public static Pawl open(String jdbcUrl, Consumer<EngineOptions> options) {
        return new Pawl(Engine.open(PostgresStore.open(jdbcUrl), options), null);
    }

    public Engine engine() {
        return engine;
    }

    /// Stops gracefully: first the connections of the `pawl` command, then the engine as
    /// [Engine#close] describes, and the store with it.
    @Override
    public void close() {
        engine.requireClosable();
        try {
            if (server != null) server.close();
        } finally {
            engine.close();
        }
    }

    private static void closeAfter(RuntimeException failure, AutoCloseable opened) {
        try {
            opened.close();
        } catch (Exception e) {
            failure.addSuppressed(e);
        }
    }
}
