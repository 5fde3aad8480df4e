package dev.pawl.engine.control;

import dev.pawl.engine.control.ControlException.Kind;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Answers requests of other processes on a socket in a home directory. Only the owner of the
/// directory can connect.
///
/// Each connection has a virtual thread and is served one request at a time. The server replaces
/// the socket of a crashed process, but not one that answers.
public final class ControlServer implements AutoCloseable {
    /// The largest request; one that forks a run contains a payload.
    static final int REQUEST_BYTES_MAX = 16 << 20;

    /// The largest answer; one that shows a run contains all its data.
    static final int ANSWER_BYTES_MAX = 64 << 20;

    /// The maximum number of concurrent connections.
    static final int CONNECTIONS_MAX = 64;

    /// How often the server sends a keep-alive line during a long operation; well within the
    /// timeout of a [ControlClient].
    static final Duration KEEP_ALIVE = Duration.ofSeconds(2);

    private static final long ACCEPT_PAUSE_NANOS = Duration.ofMillis(100).toNanos();

    private final Path file;
    private final Control control;
    private final ServerSocketChannel channel;
    private final Duration keepAlive;
    private final @Nullable Object fileKey;
    private final Set<SocketChannel> connections = ConcurrentHashMap.newKeySet();

    private ControlServer(
            Path home, Control control, ServerSocketChannel channel, Duration keepAlive)
            throws IOException {
        this.file = SocketFile.in(home);
        this.control = control;
        this.channel = channel;
        this.keepAlive = keepAlive;
        this.fileKey = fileKey(file);
    }

    /// Starts to answer requests in `home`, which must exist.
    public static ControlServer open(Path home, Control control) {
        return open(home, control, KEEP_ALIVE);
    }

    static ControlServer open(Path home, Control control, Duration keepAlive) {
        Optional<ControlClient> other = ControlClient.connect(home);
        if (other.isPresent()) {
            other.get().close();
            throw new ControlException(
                    Kind.REFUSED,
                    "an engine is already open in %s; stop it first, or use another directory"
                            .formatted(home));
        }
        ServerSocketChannel channel = null;
        try {
            channel = SocketFile.bind(home);
            ControlServer server = new ControlServer(home, control, channel, keepAlive);
            Thread.ofVirtual().name("control").start(server::accept);
            return server;
        } catch (IOException | UnsupportedOperationException e) {
            closeQuietly(channel);
            throw new ControlException(
                    Kind.REFUSED,
                    ("the control socket %s cannot be created: %s. Use a directory on a local file"
                                    + " system, or open the engine without a control server")
                            .formatted(SocketFile.in(home), e.getMessage()),
                    e);
        }
    }

    @Override
    public void close() {
        closeQuietly(channel);
        connections.forEach(ControlServer::closeQuietly);
        try {
            // Another server may have replaced the socket since.
            Object present = Files.exists(file) ? fileKey(file) : null;
            if (present != null && present.equals(fileKey)) Files.delete(file);
        } catch (IOException _) {
            // The next server replaces a socket on which no process answers.
        }
    }

    private void accept() {
        while (channel.isOpen()) {
            SocketChannel connection = null;
            try {
                connection = channel.accept();
                startServing(connection);
            } catch (ClosedChannelException _) {
                return;
            } catch (Throwable _) {
                // The process is temporarily short of a resource, such as file descriptors or
                // memory.
                if (connection != null) connections.remove(connection);
                closeQuietly(connection);
                LockSupport.parkNanos(ACCEPT_PAUSE_NANOS);
            }
        }
    }

    private void startServing(SocketChannel connection) {
        connections.add(connection);
        Thread.ofVirtual().name("control").start(() -> serve(connection));
    }

    private void serve(SocketChannel connection) {
        try (connection;
                InputStream in = new BufferedInputStream(Channels.newInputStream(connection));
                OutputStream out = Channels.newOutputStream(connection)) {
            if (connections.size() > CONNECTIONS_MAX) {
                Lines.write(out, Json.line(tooMany()));
                return;
            }
            while (answerNext(in, out)) {}
        } catch (IOException _) {
            // The client disconnected, or this server is closing.
        } finally {
            connections.remove(connection);
        }
    }

    private boolean answerNext(InputStream in, OutputStream out) throws IOException {
        Optional<String> line;
        try {
            line = Lines.read(in, REQUEST_BYTES_MAX);
        } catch (ControlException e) {
            Lines.write(
                    out, Json.line(ControlAnswer.error(e.kind(), String.valueOf(e.getMessage()))));
            return false;
        }
        if (line.isEmpty()) return false;
        Lines.write(out, answer(line.get(), out));
        return true;
    }

    /// Catches every error of a request and reports it to the client.
    private String answer(String line, OutputStream out) {
        try {
            ControlRequest<?> request = Json.request(line);
            Object result = request.isLong() ? executeLong(request, out) : control.execute(request);
            String answer = Json.line(ControlAnswer.of(result));
            return answer.length() <= ANSWER_BYTES_MAX ? answer : Json.line(tooLarge(answer));
        } catch (Throwable e) {
            Kind kind = ControlException.kindOf(e);
            String message = kind == Kind.INTERNAL ? e.toString() : String.valueOf(e.getMessage());
            return Json.line(ControlAnswer.error(kind, message));
        }
    }

    /// Executes a request that may take minutes, and sends keep-alive lines meanwhile.
    private <R> R executeLong(ControlRequest<R> request, OutputStream out) {
        CountDownLatch done = new CountDownLatch(1);
        Thread keepAlives =
                Thread.ofVirtual().name("control").start(() -> sendKeepAlives(done, out));
        try {
            return control.execute(request);
        } finally {
            done.countDown();
            // The answer must not start in the middle of a keep-alive line.
            join(keepAlives);
        }
    }

    private void sendKeepAlives(CountDownLatch done, OutputStream out) {
        try {
            while (!done.await(keepAlive.toMillis(), TimeUnit.MILLISECONDS)) Lines.write(out, "");
        } catch (IOException _) {
            // The client disconnected; writing the answer fails too.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static ControlAnswer tooMany() {
        return ControlAnswer.error(
                Kind.REFUSED,
                "expected at most %d connections to this engine, found more; close some"
                        .formatted(CONNECTIONS_MAX));
    }

    private static ControlAnswer tooLarge(String answer) {
        return ControlAnswer.error(
                Kind.REFUSED,
                "expected an answer of at most %d characters, found %d; ask for fewer runs"
                        .formatted(ANSWER_BYTES_MAX, answer.length()));
    }

    private static @Nullable Object fileKey(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    private static void closeQuietly(@Nullable AutoCloseable resource) {
        try (resource) {
            return;
        } catch (Exception _) {
            // The resource is of no further use.
        }
    }
}
