package dev.pawl.engine.control;

import dev.pawl.engine.control.ControlException.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Reads and writes lines of UTF-8 with a bounded length.
final class Lines {
    private Lines() {}

    /// Returns the next line, or empty at the end of the stream.
    static Optional<String> read(InputStream from, int bytesMax) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = from.read(); next != '\n'; next = from.read()) {
            if (next < 0) return Optional.empty();
            if (line.size() >= bytesMax) {
                throw new ControlException(
                        Kind.BAD_REQUEST,
                        "expected a line of at most %d bytes, found a longer one"
                                .formatted(bytesMax));
            }
            line.write(next);
        }
        return Optional.of(line.toString(StandardCharsets.UTF_8));
    }

    static void write(OutputStream to, String line) throws IOException {
        to.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        to.flush();
    }
}
