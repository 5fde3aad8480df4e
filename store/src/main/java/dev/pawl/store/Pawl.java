package dev.pawl.store;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlServer;
import dev.pawl.machine.Machine;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An engine on a store in a home directory, which the `pawl` command can talk to while it runs, or
/// in a database.
///
/// This is what a program opens in its `main` and closes at its end. One process at a time has a
/// home directory; a second one is told who has it. A database is shared by many.
public final class Pawl implements AutoCloseable {
    private final Engine engine;
    private final @Nullable ControlServer server;

    private Pawl(Engine engine, @Nullable ControlServer server) {
        this.engine = engine;
        this.server = server;
    }

    /// Opens the directory, which is made if it does not exist, with machines and default options.
    public static Pawl open(Path home, Machine<?, ?>... machines) {
        return open(home, options -> options.machines(machines));
    }

    /// Opens the directory, which is made if it does not exist.
    public static Pawl open(Path home, Consumer<EngineOptions> options) {
        SqliteStore store = SqliteStore.open(home);
        AutoCloseable opened = store;
        try {
            Engine engine = Engine.open(store, options);
            opened = engine;
            return new Pawl(engine, ControlServer.open(home, Control.of(engine, store)));
        } catch (RuntimeException e) {
            closeAfter(e, opened);
            throw e;
        }
    }

    /// Opens the store in the schema `pawl` of the database at a JDBC address, which is made if it
    /// does not exist, with machines and default options.
    public static Pawl open(String jdbcUrl, Machine<?, ?>... machines) {
        return open(jdbcUrl, options -> options.machines(machines));
    }

    /// Opens the store in the schema `pawl` of the database at a JDBC address, which is made if it
    /// does not exist. The engine is one of the nodes that share it, and the `pawl` command talks
    /// to the database. For another schema open a [PostgresStore] and an [Engine] on it.
    public static Pawl open(String jdbcUrl, Consumer<EngineOptions> options) {
        return new Pawl(Engine.open(PostgresStore.open(jdbcUrl), options), null);
    }

    public Engine engine() {
        return engine;
    }

    /// Stops gracefully: tools first, then the engine as [Engine#close] says, and the store with
    /// it.
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
