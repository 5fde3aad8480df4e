package dev.pawl.pipeline.alert;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The lines of a connection to a mail server, all of them within one time limit.
///
/// A limit for each read would let a server that sends a byte now and then hold a delivery forever.
final class SmtpStream {
    private static final int LINE_BYTES_MAX = 4_096;
    private static final int LINES_MAX = 200;
    private static final int BUFFER_BYTES = 1_024;
    private static final int CODE_CHARS = 3;
    private static final Pattern REPLY = Pattern.compile("[2-5][0-9]{2}([ -].*)?");

    private final SmtpServer server;
    private final Socket socket;
    private final long deadline;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;

    SmtpStream(SmtpServer server, Socket socket, long deadline) throws IOException {
        this.server = server;
        this.socket = socket;
        this.deadline = deadline;
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
    }

    void write(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    void writeLine(String line) throws IOException {
        write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    /// Returns whether the server has sent more than was read.
    boolean hasMore() {
        return position < limit;
    }

    /// Reads an answer of one or more lines.
    SmtpReply reply(String command) throws IOException {
        List<String> lines = new ArrayList<>();
        while (lines.size() < LINES_MAX) {
            String line = line(command);
            if (!REPLY.matcher(line).matches()) {
                throw new IOException(
                        "expected an SMTP answer of %s to %s, found '%s'"
                                .formatted(server, command, line));
            }
            boolean isLast = line.length() == CODE_CHARS || line.charAt(CODE_CHARS) == ' ';
            lines.add(line.substring(Math.min(line.length(), CODE_CHARS + 1)));
            if (isLast) {
                return new SmtpReply(Integer.parseInt(line.substring(0, CODE_CHARS)), lines);
            }
        }
        throw new IOException(
                "expected an answer of at most %d lines of %s to %s, found more"
                        .formatted(LINES_MAX, server, command));
    }

    private String line(String command) throws IOException {
        StringBuilder line = new StringBuilder();
        while (line.length() < LINE_BYTES_MAX) {
            int next = read(command);
            if (next == '\n') return line.toString();
            // What a server answers is shown to people, so it must not contain control characters.
            if (next != '\r') line.append(next < ' ' || next > '~' ? '?' : (char) next);
        }
        throw new IOException(
                "expected a line of at most %d bytes from %s, found a longer one"
                        .formatted(LINE_BYTES_MAX, server));
    }

    private int read(String command) throws IOException {
        if (position == limit) {
            position = 0;
            limit = 0;
            int count = fill(command);
            if (count < 0) {
                throw new IOException(
                        "expected an answer of %s to %s, found the connection closed"
                                .formatted(server, command));
            }
            limit = count;
        }
        return buffer[position++] & 0xff;
    }

    private int fill(String command) throws IOException {
        try {
            socket.setSoTimeout(remaining(deadline));
            return in.read(buffer);
        } catch (SocketTimeoutException e) {
            throw new IOException(
                    "expected an answer of %s to %s within %s, found none"
                            .formatted(server, command, server.timeout()),
                    e);
        }
    }

    /// Returns the milliseconds until a time of [System#nanoTime], at least 1.
    static int remaining(long deadline) {
        long millis = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
        return Math.clamp(millis, 1, Integer.MAX_VALUE);
    }
}
