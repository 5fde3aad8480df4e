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

/// Answers requests of other processes on a socket in a home directory, for its owner alone.
///
/// One virtual thread per connection, requests of a connection one after the other. A socket that a
/// dead process left behind is replaced; one that answers is not.
public final class ControlServer implements AutoCloseable {
    /// A request: the largest one forks a run with a payload of its own.
    static final int REQUEST_BYTES_MAX = 16 << 20;

    /// An answer: the largest one shows a run with all that it carries.
    static final int ANSWER_BYTES_MAX = 64 << 20;

    /// Connections at the same time.
    static final int CONNECTIONS_MAX = 64;

    /// How often whoever waits for something long is told that it is still worked on; well within
    /// the patience of a [ControlClient].
    static final Duration BEAT = Duration.ofSeconds(2);

    private static final long BREATH_NANOS = Duration.ofMillis(100).toNanos();

    private final Path file;
    private final Control control;
    private final ServerSocketChannel channel;
    private final Duration beat;
    private final @Nullable Object fileKey;
    private final Set<SocketChannel> connections = ConcurrentHashMap.newKeySet();

    private ControlServer(Path home, Control control, ServerSocketChannel channel, Duration beat)
            throws IOException {
        this.file = SocketFile.in(home);
        this.control = control;
        this.channel = channel;
        this.beat = beat;
        this.fileKey = fileKey(file);
    }

    /// Begins to answer in `home`, a directory that exists.
    public static ControlServer open(Path home, Control control) {
        return open(home, control, BEAT);
    }

    static ControlServer open(Path home, Control control, Duration beat) {
        Optional<ControlClient> other = ControlClient.connect(home);
        if (other.isPresent()) {
            other.get().close();
            throw new ControlException(
                    Kind.REFUSED,
                    "an engine answers in %s already; stop it first, or use another directory"
                            .formatted(home));
        }
        ServerSocketChannel channel = null;
        try {
            channel = SocketFile.bind(home);
            ControlServer server = new ControlServer(home, control, channel, beat);
            Thread.ofVirtual().name("control").start(server::accept);
            return server;
        } catch (IOException | UnsupportedOperationException e) {
            closeQuietly(channel);
            throw new ControlException(
                    Kind.REFUSED,
                    ("the control socket %s cannot be made: %s. Use a directory on a local file"
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
            // Somebody else may have put another one there since.
            Object present = Files.exists(file) ? fileKey(file) : null;
            if (present != null && present.equals(fileKey)) Files.delete(file);
        } catch (IOException _) {
            // A socket that nobody answers on is replaced by the next server.
        }
    }

    private void accept() {
        while (channel.isOpen()) {
            SocketChannel connection = null;
            try {
                connection = channel.accept();
                begin(connection);
            } catch (ClosedChannelException _) {
                return;
            } catch (Throwable _) {
                // The process is short of something, such as descriptors or memory; that passes.
                if (connection != null) connections.remove(connection);
                closeQuietly(connection);
                LockSupport.parkNanos(BREATH_NANOS);
            }
        }
    }

    private void begin(SocketChannel connection) {
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
            // The other side went away, or this server is closing.
        } finally {
            connections.remove(connection);
        }
    }

    private boolean answerNext(InputStream in, OutputStream out) throws IOException {
        Optional<String> line;
        try {
            line = Lines.read(in, REQUEST_BYTES_MAX);
        } catch (ControlException e) {
            Lines.write(out, Json.line(Answer.trouble(e.kind(), String.valueOf(e.getMessage()))));
            return false;
        }
        if (line.isEmpty()) return false;
        Lines.write(out, answer(line.get(), out));
        return true;
    }

    /// The one place where every error of a request ends: its sender is told, and nobody else.
    private String answer(String line, OutputStream out) {
        try {
            Request request = Json.request(line);
            Object found =
                    request.isLong() ? answerLong(request, out) : request.answeredBy(control);
            String answer = Json.line(Answer.of(found));
            return answer.length() <= ANSWER_BYTES_MAX ? answer : Json.line(tooLarge(answer));
        } catch (Throwable e) {
            Kind kind = ControlException.kindOf(e);
            String message = kind == Kind.INTERNAL ? e.toString() : String.valueOf(e.getMessage());
            return Json.line(Answer.trouble(kind, message));
        }
    }

    /// Answers a request that may take minutes, and gives signs of life meanwhile.
    private Object answerLong(Request request, OutputStream out) {
        CountDownLatch done = new CountDownLatch(1);
        Thread beating = Thread.ofVirtual().name("control").start(() -> beat(done, out));
        try {
            return request.answeredBy(control);
        } finally {
            done.countDown();
            // The answer must not begin in the middle of a sign.
            joined(beating);
        }
    }

    private void beat(CountDownLatch done, OutputStream out) {
        try {
            while (!done.await(beat.toMillis(), TimeUnit.MILLISECONDS)) Lines.write(out, "");
        } catch (IOException _) {
            // The other side went away; whoever writes the answer finds out too.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void joined(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static Answer tooMany() {
        return Answer.trouble(
                Kind.REFUSED,
                "%d tools talk to this engine already, the bound".formatted(CONNECTIONS_MAX));
    }

    private static Answer tooLarge(String answer) {
        return Answer.trouble(
                Kind.REFUSED,
                "the answer has %d characters, and %d are allowed; ask for less at a time"
                        .formatted(answer.length(), ANSWER_BYTES_MAX));
    }

    private static @Nullable Object fileKey(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    private static void closeQuietly(@Nullable AutoCloseable resource) {
        try (resource) {
            return;
        } catch (Exception _) {
            // There is nothing left to do with it.
        }
    }
}
