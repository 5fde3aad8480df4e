package dev.pawl.cli.shell;

import dev.pawl.cli.screen.Secrets;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlClient;
import dev.pawl.engine.store.Store;
import dev.pawl.orchestrator.Orchestrator;
import dev.pawl.store.PostgresOptions;
import dev.pawl.store.PostgresStore;
import dev.pawl.store.Rows;
import dev.pawl.store.SqliteStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where a store is.
public sealed interface Place {
    /// What an address of a database begins with.
    String DATABASE = "jdbc:";

    /// Throws unless there is a store, as far as that can be seen without opening it.
    void require();

    /// Opens the store to look at it; it must exist.
    Store reading();

    /// Opens the store to change it; it is made if it does not exist.
    Store writing();

    /// Returns the control of the running engine, or of the store.
    Control control();

    /// Returns a name for this store that no other place has, without secrets.
    String identity();

    /// Answers a query on the store.
    Rows query(String sql);

    /// A home directory.
    record Home(Path path) implements Place {
        @Override
        public void require() {
            if (Files.isRegularFile(path.resolve("pawl.db"))) return;
            if (Files.isRegularFile(path)) {
                throw Trouble.usage(
                        "--home is the directory of a store, and %s is a file".formatted(path));
            }
            throw Trouble.store(
                    "no store in %s: make one with `pawl demo --home %s`, or pass --home DIR or"
                                    .formatted(path, path)
                            + " --store URL");
        }

        @Override
        public Store reading() {
            return SqliteStore.openReadOnly(path);
        }

        @Override
        public Store writing() {
            return SqliteStore.open(path);
        }

        @Override
        public Control control() {
            Optional<ControlClient> live = ControlClient.connect(path);
            if (live.isPresent()) return live.get();
            return Control.offline(this::reading, this::writing, Orchestrator.explaining());
        }

        @Override
        public String identity() {
            return path.toAbsolutePath().normalize().toString();
        }

        @Override
        public Rows query(String sql) {
            return SqliteStore.rows(path, sql);
        }

        @Override
        public String toString() {
            return path.toString();
        }
    }

    /// A schema of a PostgreSQL database; who connects, unless the address says so.
    record Database(String url, String schema, @Nullable String user, @Nullable String password)
            implements Place {
        /// What the driver can take apart; what it cannot it would log, with the password in it.
        private static final Pattern ADDRESS =
                Pattern.compile("jdbc:postgresql:(//[^/?@]*/)?[^/?@]*(\\?.*)?");

        public Database {
            if (url.matches("jdbc:postgresql://[^/?]*@.*")) {
                throw Trouble.usage(
                        "user and password do not stand before the host: write ?user=…&password=…"
                                + " at the end, or set PGUSER and PGPASSWORD");
            }
            if (!ADDRESS.matcher(url).matches()) {
                throw Trouble.usage(
                        "a store's address is such as jdbc:postgresql://host:5432/database, not"
                                + " '%s'".formatted(Secrets.masked(url)));
            }
        }

        @Override
        public void require() {}

        @Override
        public Store reading() {
            return open(false);
        }

        /// An order is for runs that exist, so there must be tables.
        @Override
        public Control control() {
            return Control.offline(this::reading, this::reading, Orchestrator.explaining());
        }

        @Override
        public Store writing() {
            return open(true);
        }

        @Override
        public String identity() {
            return "%s schema %s".formatted(url.replaceFirst("\\?.*", ""), schema);
        }

        @Override
        public Rows query(String sql) {
            return named(() -> PostgresStore.rows(url, this::set, sql));
        }

        private Store open(boolean create) {
            return named(() ->
                    PostgresStore.open(
                            url,
                            options -> {
                                set(options);
                                options.create(create);
                            }));
        }

        /// What cannot be a schema's name is found out by opening.
        private static <T> T named(Supplier<T> opening) {
            try {
                return opening.get();
            } catch (IllegalArgumentException e) {
                throw Trouble.usage(String.valueOf(e.getMessage()));
            }
        }

        private void set(PostgresOptions options) {
            options.schema(schema);
            if (user != null) options.user(user);
            if (password != null) options.password(password);
        }

        @Override
        public String toString() {
            String shown = Secrets.masked(url).replaceFirst("\\?.*", "");
            return schema.equals(Shell.SCHEMA) ? shown : "%s (schema %s)".formatted(shown, schema);
        }
    }
}
