package dev.pawl.servers;

import dev.pawl.servers.ServerProcess.Signal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A PostgreSQL on loopback, with the default durability and one user without a password.
///
/// Its data are in the subdirectory `data` of the given directory, its log beside it; it can be
/// stopped or killed and started again with the same data at the same port. Closing it removes
/// both. Used by one thread at a time, except for [#url] and [#cpu].
public final class PostgresServer implements AutoCloseable {
    /// The only user, a superuser.
    public static final String USER = "postgres";

    private static final Map<Installation, PostgresServer> SHARED = new HashMap<>();
    private static final Duration START_MAX = Duration.ofSeconds(60);
    private static final Duration JOIN_MAX = Duration.ofSeconds(60);
    private static final String OWN_SETTINGS = "pawl.conf";

    private final Installation installation;
    private final Path directory;
    private final int port;
    private final Map<String, String> settings;
    private ServerProcess process;

    private PostgresServer(Installation installation, Path directory, Map<String, String> settings)
            throws IOException {
        this.installation = installation;
        this.directory = directory;
        this.settings = new LinkedHashMap<>(settings);
        this.port = Integer.parseInt(settings.get("port"));
        this.process = launch();
    }

    /// Creates an empty server in `directory`, which may not exist yet, and starts it. The
    /// `settings` are those of `postgresql.conf`; others keep their defaults.
    public static PostgresServer start(
            Installation installation, Path directory, Map<String, String> settings)
            throws IOException {
        Files.createDirectories(directory);
        Path empty = Cache.directory(installation.id(), made -> initialise(installation, made));
        Directories.copy(empty, directory.resolve("data"), Directories.Choice.ALL);
        return new PostgresServer(installation, directory, withPlace(settings));
    }

    /// Returns a server that is shared in this JVM: created on first use, and closed when the JVM
    /// ends. It does not wait for the disk, so it is not suitable for measurements or power-failure
    /// tests.
    public static PostgresServer shared(Installation installation) {
        synchronized (SHARED) {
            return SHARED.computeIfAbsent(installation, PostgresServer::untilTheEnd);
        }
    }

    private static PostgresServer untilTheEnd(Installation installation) {
        try {
            Path directory = Files.createTempDirectory("pawl-postgres-");
            Map<String, String> settings = Map.of("fsync", "off", "full_page_writes", "off");
            PostgresServer server = start(installation, directory, settings);
            Runtime.getRuntime().addShutdownHook(new Thread(server::closeAtTheEnd));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void closeAtTheEnd() {
        try {
            close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Installation installation() {
        return installation;
    }

    public int port() {
        return port;
    }

    /// Returns the JDBC address of a database for its user; `postgres` always exists.
    public String url(String database) {
        return "jdbc:postgresql://127.0.0.1:%d/%s?user=%s".formatted(port, database, USER);
    }

    /// Creates a database and returns its address.
    public String create(String database) throws SQLException {
        execute("create database " + database);
        return url(database);
    }

    public boolean isRunning() {
        return process.isAlive();
    }

    /// Starts the server again after it was stopped or killed, and returns when it answers.
    public void restart() throws IOException {
        if (isRunning()) throw new IllegalStateException(this + " is running");
        process = launch();
    }

    /// Ends the connections and stops gracefully ("fast").
    public void stop() throws IOException {
        process.end(Signal.INT);
    }

    /// Stops without a checkpoint, so that the next start must recover ("immediate").
    public void stopImmediately() throws IOException {
        process.end(Signal.QUIT);
    }

    /// Kills the server and all its processes (SIGKILL), and returns when they have ended.
    public void kill() throws IOException {
        process.killTree();
    }

    /// Suspends all processes of the server (SIGSTOP): connections stay open without an answer.
    public void pause() {
        process.pause();
    }

    /// Resumes the processes after [#pause].
    public void resume() {
        process.resume();
    }

    /// Returns the processor time that the server has used since its last start, ended processes
    /// included, in steps of 10 ms.
    public Duration cpu() throws IOException {
        return process.cpu();
    }

    /// Creates a physical standby in `directory` and returns when it is the synchronous one of this
    /// server: from then on a commit returns when both have it on the disk, and waits while the
    /// standby is down. A server has one standby.
    public PostgresServer standby(Path directory) throws IOException, SQLException {
        if (settings.containsKey("synchronous_standby_names")) {
            throw new IllegalStateException(this + " has a standby already");
        }
        Map<String, String> own = withPlace(settings);
        String name = "standby_" + own.get("port");
        own.put("primary_slot_name", name);
        own.put(
                "primary_conninfo",
                "host=127.0.0.1 port=%d user=%s application_name=%s".formatted(port, USER, name));
        try (Connection connection = DriverManager.getConnection(url(USER))) {
            Backup.take(connection, name, this.directory.resolve("data"), directory);
        }
        PostgresServer standby = new PostgresServer(installation, directory, own);
        settings.put("synchronous_standby_names", "FIRST 1 (%s)".formatted(name));
        writeSettings();
        process.reload();
        process.awaitReady(() -> isSynchronous(name), JOIN_MAX);
        return standby;
    }

    /// Promotes a standby, and returns when it accepts writes. It has no standby itself, so its
    /// commits do not wait.
    public void promote() throws SQLException {
        execute("select pg_promote(true, %d)".formatted(JOIN_MAX.toSeconds()));
        settings.remove("primary_slot_name");
        settings.remove("primary_conninfo");
    }

    /// Kills the server if it runs, and removes its data and its log.
    @Override
    public void close() throws IOException {
        if (isRunning()) kill();
        Directories.delete(directory);
    }

    @Override
    public String toString() {
        return "%s at port %d".formatted(installation, port);
    }

    /// Creates the data of an empty server. Every server starts with a copy, which is faster.
    private static void initialise(Installation installation, Path data) throws IOException {
        Commands.output(
                Unprivileged.command(
                        List.of(
                                installation.program("initdb").toString(),
                                "--pgdata=" + data,
                                "--username=" + USER,
                                "--auth=trust",
                                "--no-locale",
                                "--encoding=UTF8",
                                "--no-sync")));
        Path main = data.resolve("postgresql.conf");
        String settings = Files.readString(main) + "include '%s'%n".formatted(OWN_SETTINGS);
        Files.writeString(main, settings);
    }

    private ServerProcess launch() throws IOException {
        writeSettings();
        ServerProcess started =
                ServerProcess.start(
                        toString(),
                        List.of(
                                installation.program("postgres").toString(),
                                "-D",
                                directory.resolve("data").toString()),
                        directory.resolve("log"));
        started.awaitReady(this::answers, START_MAX);
        return started;
    }

    private void writeSettings() throws IOException {
        StringBuilder lines = new StringBuilder();
        settings.forEach((name, value) ->
                lines.append("%s = '%s'%n".formatted(name, value.replace("'", "''"))));
        Files.writeString(directory.resolve("data").resolve(OWN_SETTINGS), lines);
    }

    private static Map<String, String> withPlace(Map<String, String> settings) throws IOException {
        Map<String, String> all = new LinkedHashMap<>(settings);
        all.put("listen_addresses", "127.0.0.1");
        all.put("port", Integer.toString(Ports.free()));
        // The path of a socket must be short, and a test's directory is not.
        all.put("unix_socket_directories", "");
        // The files of a killed server are in its own directory.
        all.put("dynamic_shared_memory_type", "mmap");
        return all;
    }

    private boolean answers() {
        try {
            execute("select 1");
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private boolean isSynchronous(String standby) {
        String sql =
                ("select from pg_stat_replication where application_name = '%s'"
                                + " and sync_state = 'sync'")
                        .formatted(standby);
        try (Connection connection = DriverManager.getConnection(url(USER));
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            return found.next();
        } catch (SQLException e) {
            return false;
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(USER));
                Statement statement = connection.createStatement()) {
            var _ = statement.execute(sql);
        }
    }
}
