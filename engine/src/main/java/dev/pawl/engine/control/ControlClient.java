package dev.pawl.engine.control;

import dev.pawl.engine.control.ControlException.Kind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Controls an engine in another process through the socket in its home directory.
///
/// It is for one thread, and sends one request at a time. A call fails if the engine sends nothing
/// within [#TIMEOUT]; during a long operation the engine sends keep-alive lines.
public final class ControlClient implements Control {
    /// How long an engine may send nothing.
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Path home;
    private final Duration timeout;
    private final ControlConnection connection;

    private ControlClient(Path home, Duration timeout) throws IOException {
        this.home = home;
        this.timeout = timeout;
        this.connection = new ControlConnection(SocketFile.connect(home), timeout);
    }

    /// Connects to the engine that is open in `home`; empty if none is open.
    public static Optional<ControlClient> connect(Path home) {
        return connect(home, TIMEOUT);
    }

    static Optional<ControlClient> connect(Path home, Duration timeout) {
        Path file = SocketFile.in(home);
        if (!Files.exists(file)) return Optional.empty();
        if (!Files.isWritable(file)) {
            throw new ControlException(
                    Kind.REFUSED,
                    "the engine in %s belongs to another user; run the command as that user"
                            .formatted(home));
        }
        try {
            return Optional.of(new ControlClient(home, timeout));
        } catch (ConnectException _) {
            // No process listens: it has crashed or is about to end.
            return Optional.empty();
        } catch (SocketException e) {
            if (!Files.exists(file)) return Optional.empty();
            throw silent(home, "accepts no more connections (%s)".formatted(e.getMessage()));
        } catch (IOException e) {
            throw new ControlException(
                    Kind.REFUSED,
                    "the control socket %s cannot be reached: %s".formatted(file, e),
                    e);
        }
    }

    @Override
    public <R> R execute(ControlRequest<R> request) {
        return Json.result(answer(Json.requestLine(request)), request);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (IOException _) {
            // No request is pending.
        }
    }

    /// Sends a line and returns the line that answers it. After an error the connection is closed:
    /// a late answer must not be taken for that to the next request.
    private String answer(String line) {
        boolean answered = false;
        try {
            send(line);
            String answer = nextAnswer();
            answered = true;
            return answer;
        } catch (SocketTimeoutException _) {
            throw silent(home, "gave no answer within " + timeout.toSeconds() + " s");
        } catch (ClosedChannelException _) {
            throw gone("the connection is closed");
        } catch (IOException e) {
            throw gone(String.valueOf(e.getMessage()));
        } finally {
            if (!answered) close();
        }
    }

    private void send(String line) throws IOException {
        try {
            Lines.write(connection.out(), line);
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException _) {
            // The engine may have answered before it closed the connection, such as with a refusal.
        }
    }

    /// Returns the next line that is not an empty keep-alive line.
    private String nextAnswer() throws IOException {
        while (true) {
            Optional<String> line = Lines.read(connection.in(), ControlServer.ANSWER_BYTES_MAX * 2);
            if (line.isEmpty()) throw gone("it closed the connection");
            if (!line.get().isEmpty()) return line.get();
        }
    }

    private ControlException gone(String how) {
        return new ControlException(
                Kind.GONE,
                "the engine in %s closed the connection before it answered (%s); try again"
                        .formatted(home, how));
    }

    private static ControlException silent(Path home, String how) {
        return new ControlException(
                Kind.SILENT,
                ("the engine in %s %s: it hangs or is suspended. It may still carry out an order;"
                                + " check its process, and end it to use the store without it")
                        .formatted(home, how));
    }
}
