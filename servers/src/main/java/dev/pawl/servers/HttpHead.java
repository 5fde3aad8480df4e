package dev.pawl.servers;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The header of an HTTP message: its first line and its fields.
record HttpHead(String start, List<String> headers) {
    private static final String END = "\r\n\r\n";
    private static final int BYTES_MAX = 64 << 10;

    HttpHead {
        headers = List.copyOf(headers);
    }

    /// Reads a header and not a byte more.
    static HttpHead read(InputStream from) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        while (!read.toString(ISO_8859_1).endsWith(END)) {
            int next = from.read();
            if (next < 0 || read.size() == BYTES_MAX) {
                throw new EOFException(
                        "expected the head of a message, found " + read.toString(ISO_8859_1));
            }
            read.write(next);
        }
        List<String> lines = read.toString(ISO_8859_1).strip().lines().toList();
        return new HttpHead(lines.getFirst(), lines.subList(1, lines.size()));
    }

    String method() {
        return start.substring(0, start.indexOf(' '));
    }

    /// Returns the path of a request, without its query.
    String path() {
        String rest = start.substring(start.indexOf(' ') + 1);
        return rest.replaceFirst("[? ].*", "");
    }

    Optional<String> value(String header) {
        return headers.stream()
                .filter(line -> isNamed(line, header))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
    }

    HttpHead without(String header) {
        return new HttpHead(
                start, headers.stream().filter(line -> !isNamed(line, header)).toList());
    }

    HttpHead with(String header, String value) {
        List<String> more = new ArrayList<>(without(header).headers);
        more.add(header + ": " + value);
        return new HttpHead(start, more);
    }

    /// Returns the header of a response with another status.
    HttpHead withStatus(int status) {
        return new HttpHead("HTTP/1.1 %d Said By A Fault".formatted(status), headers);
    }

    byte[] bytes() {
        List<String> lines = new ArrayList<>(headers);
        lines.addFirst(start);
        return (String.join("\r\n", lines) + END).getBytes(ISO_8859_1);
    }

    private static boolean isNamed(String line, String header) {
        return line.regionMatches(true, 0, header + ":", 0, header.length() + 1);
    }
}
