package dev.pawl.store;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// A PostgreSQL for the tests of this JVM, on loopback; each test has a schema of its own there.
record PgServer(String url) {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

    /// Returns the one that comes as a library.
    static PgServer embedded() {
        return Embedded.SERVER;
    }

    /// Returns the one of the distribution, or skips the test.
    static PgServer installed() {
        assumeTrue(Files.isDirectory(DEBIAN), "no PostgreSQL beneath " + DEBIAN);
        return Installed.SERVER;
    }

    /// Returns the name of a schema that nobody has used.
    static String freshSchema() {
        return "test_" + SCHEMAS.incrementAndGet();
    }

    PostgresStore open(String schema) {
        return PostgresStore.open(url, options -> options.schema(schema));
    }

    /// Executes a statement as a person at a prompt.
    void execute(String sql) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            var _ = statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /// Returns the first column of the first row.
    String text(String sql) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    long number(String sql) {
        return Long.parseLong(text(sql));
    }

    private static final class Embedded {
        static final PgServer SERVER = start();

        private static PgServer start() {
            try {
                EmbeddedPostgres server =
                        EmbeddedPostgres.builder()
                                .setServerConfig("max_connections", "100")
                                .start();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server)));
                return new PgServer(server.getJdbcUrl("postgres", "postgres"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void close(EmbeddedPostgres server) {
            try {
                server.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class Installed {
        static final PgServer SERVER = start();

        private static PgServer start() {
            try {
                Path data = Files.createTempDirectory("pawl-postgres-");
                int port;
                try (ServerSocket socket = new ServerSocket(0)) {
                    port = socket.getLocalPort();
                }
                boolean root = "root".equals(System.getProperty("user.name"));
                List<String> as = root ? List.of("runuser", "-u", "postgres", "--") : List.of();
                if (root) run(List.of(), "chown", "postgres", data.toString());
                String programs = newest() + "/bin/";
                run(
                        as,
                        programs + "initdb",
                        "-D",
                        data.toString(),
                        "-U",
                        "postgres",
                        "-A",
                        "trust",
                        "-E",
                        "UTF8",
                        "--no-locale",
                        "-N");
                Process server =
                        process(
                                as,
                                programs + "postgres",
                                "-D",
                                data.toString(),
                                "-p",
                                Integer.toString(port),
                                "-c",
                                "listen_addresses=127.0.0.1",
                                "-c",
                                "unix_socket_directories=");
                Runtime.getRuntime()
                        .addShutdownHook(
                                new Thread(() -> {
                                    server.descendants().forEach(ProcessHandle::destroy);
                                    server.destroy();
                                }));
                PgServer made =
                        new PgServer(
                                "jdbc:postgresql://127.0.0.1:%d/postgres?user=postgres"
                                        .formatted(port));
                made.awaitReady();
                return made;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Path newest() throws IOException {
            try (Stream<Path> versions = Files.list(DEBIAN)) {
                return versions.max(Path::compareTo).orElseThrow();
            }
        }

        private static void run(List<String> as, String... command) throws IOException {
            try {
                int code = process(as, command).waitFor();
                if (code != 0) throw new IOException(List.of(command) + " ended with " + code);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        private static Process process(List<String> as, String... command) throws IOException {
            return new ProcessBuilder(Stream.concat(as.stream(), Stream.of(command)).toList())
                    .directory(new File("/"))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        }
    }

    private void awaitReady() {
        for (int tries = 0; ; tries++) {
            try (Connection _ = DriverManager.getConnection(url)) {
                return;
            } catch (SQLException e) {
                if (tries == 500) throw new IllegalStateException(e);
                LockSupport.parkNanos(50_000_000);
            }
        }
    }
}
