package dev.pawl.cli.shell;

import dev.pawl.cli.screen.Secrets;
import dev.pawl.engine.CauseProvider;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlClient;
import dev.pawl.engine.store.Store;
import dev.pawl.store.PostgresOptions;
import dev.pawl.store.PostgresStore;
import dev.pawl.store.QueryResult;
import dev.pawl.store.SqliteStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where a store is: in a directory or in a database.
public sealed interface StoreLocation {
    /// The start of a database URL.
    String DATABASE = "jdbc:";

    /// Fails if there is no store, as far as that is visible without opening it.
    void require();

    /// Opens the store for reading; it must exist.
    Store reading();

    /// Opens the store for writing; it is created if it does not exist.
    Store writing();

    /// Returns the control of the running engine, or of the store; `causes` explain waits that the
    /// engine does not know.
    Control control(CauseProvider... causes);

    /// Returns a unique name of this location, without secrets.
    String identity();

    /// Executes a query on the store.
    QueryResult query(String sql);

    /// A home directory.
    record Home(Path path) implements StoreLocation {
        @Override
        public void require() {
            if (Files.isRegularFile(path.resolve("pawl.db"))) return;
            if (Files.isRegularFile(path)) {
                throw CommandException.usage(
                        "--home must be a directory, and %s is a file".formatted(path));
            }
            throw CommandException.store(
                    "no store in %s: name one with --home DIR or --store URL, or create one with"
                                    .formatted(path)
                            + " `pawl demo --home %s`".formatted(path));
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
        public Control control(CauseProvider... causes) {
            Optional<ControlClient> live = ControlClient.connect(path);
            if (live.isPresent()) return live.get();
            return Control.offline(this::reading, this::writing, causes);
        }

        @Override
        public String identity() {
            return path.toAbsolutePath().normalize().toString();
        }

        @Override
        public QueryResult query(String sql) {
            return SqliteStore.rows(path, sql);
        }

        @Override
        public String toString() {
            return path.toString();
        }
    }

    /// A schema of a PostgreSQL database; user and password apply if the URL has none.
    record Database(String url, String schema, @Nullable String user, @Nullable String password)
            implements StoreLocation {
        /// The URLs that the driver can parse; it would log others, with their password.
        private static final Pattern URL =
                Pattern.compile("jdbc:postgresql:(//[^/?@]*/)?[^/?@]*(\\?.*)?");

        public Database {
            if (url.matches("jdbc:postgresql://[^/?]*@.*")) {
                throw CommandException.usage(
                        "user and password must not precede the host: append ?user=…&password=… to"
                                + " the URL, or set PGUSER and PGPASSWORD");
            }
            if (!URL.matcher(url).matches()) {
                throw CommandException.usage(
                        "expected a URL such as jdbc:postgresql://host:5432/database, found '%s'"
                                .formatted(Secrets.masked(url)));
            }
        }

        @Override
        public void require() {}

        @Override
        public Store reading() {
            return open(false);
        }

        /// Orders are for runs that exist, so the tables must exist too.
        @Override
        public Control control(CauseProvider... causes) {
            return Control.offline(this::reading, this::reading, causes);
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
        public QueryResult query(String sql) {
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

        /// Only opening the store shows whether a schema's name is valid.
        private static <T> T named(Supplier<T> opening) {
            try {
                return opening.get();
            } catch (IllegalArgumentException e) {
                throw CommandException.usage(String.valueOf(e.getMessage()));
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
