package dev.pawl.servers;

import dev.pawl.servers.Availability.Missing;
import dev.pawl.servers.Availability.Present;
import dev.pawl.servers.ServerProcess.Signal;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A PgBouncer in transaction mode on loopback, in front of a server: a connection to it uses a
/// connection of the server only during a transaction.
public final class PgBouncer implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofSeconds(30);

    /// Where Debian installs it, which is not on every user's path.
    private static final Path DEBIAN = Path.of("/usr/sbin");

    private final Path program;
    private final Path directory;
    private final int port;
    private ServerProcess process;

    private PgBouncer(Path program, Path directory, int port) throws IOException {
        this.program = program;
        this.directory = directory;
        this.port = port;
        this.process = launch();
    }

    /// Returns the path of the program, if this machine has it.
    public static Availability<Path> available() {
        Optional<String> obstacle = Unprivileged.obstacle();
        if (obstacle.isPresent()) return new Missing<>("PgBouncer: " + obstacle.get());
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        Optional<Path> program =
                Stream.concat(Stream.of(path.split(":")).map(Path::of), Stream.of(DEBIAN))
                        .map(directory -> directory.resolve("pgbouncer"))
                        .filter(Files::isExecutable)
                        .findFirst();
        if (program.isEmpty()) return new Missing<>("PgBouncer is not installed");
        return new Present<>(program.get());
    }

    /// Starts the program in front of `server`, whether or not that runs.
    public static PgBouncer start(Path program, PostgresServer server, Path directory)
            throws IOException {
        Files.createDirectories(directory);
        int port = Ports.free();
        Path users = directory.resolve("users.txt");
        Files.writeString(users, "\"%s\" \"\"%n".formatted(PostgresServer.USER));
        Files.writeString(
                directory.resolve("pgbouncer.ini"),
                """
                [databases]
                * = host=127.0.0.1 port=%d
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = trust
                auth_file = %s
                pool_mode = transaction
                max_client_conn = 1000
                default_pool_size = 20
                ignore_startup_parameters = extra_float_digits
                """
                        .formatted(server.port(), port, users));
        return new PgBouncer(program, directory, port);
    }

    public int port() {
        return port;
    }

    /// Returns the JDBC address of a database. Statements are not prepared on the server, since the
    /// next transaction may use another of its connections.
    public String url(String database) {
        return "jdbc:postgresql://127.0.0.1:%d/%s?user=%s&prepareThreshold=0"
                .formatted(port, database, PostgresServer.USER);
    }

    /// Kills the process (SIGKILL), and with it all connections.
    public void kill() throws IOException {
        process.killTree();
    }

    /// Starts it again at the same port after it was killed.
    public void restart() throws IOException {
        if (process.isAlive()) throw new IllegalStateException("PgBouncer is running");
        process = launch();
    }

    @Override
    public void close() throws IOException {
        if (process.isAlive()) process.end(Signal.TERM);
        Directories.delete(directory);
    }

    private ServerProcess launch() throws IOException {
        ServerProcess started =
                ServerProcess.start(
                        "PgBouncer at port " + port,
                        List.of(program.toString(), directory.resolve("pgbouncer.ini").toString()),
                        directory.resolve("log"));
        started.awaitReady(this::listens, START_MAX);
        return started;
    }

    private boolean listens() {
        try (var socket = new Socket(Ports.loopback(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
