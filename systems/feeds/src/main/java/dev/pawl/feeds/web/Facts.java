package dev.pawl.feeds.web;

import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/// What is known of a file that was fetched, or of a part of one.
///
/// @param etag what its server calls this content, or ""
/// @param modified when it was modified, as its server writes that, or ""
/// @param bytes how many bytes of it are on the disk
/// @param asked when its server last said that this is what it has
record Facts(String address, String etag, String modified, long bytes, Instant asked) {
    private static final Pattern STRONG = Pattern.compile("\"[^\"]*\"");

    Facts {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(etag, "etag");
        Objects.requireNonNull(modified, "modified");
        Objects.requireNonNull(asked, "asked");
    }

    static Facts of(Spot spot, HttpHeaders headers, Instant now) {
        return new Facts(
                spot.address().toString(),
                headers.firstValue("ETag").orElse(""),
                headers.firstValue("Last-Modified").orElse(""),
                0,
                now);
    }

    /// Returns what a file says; empty if it is not there, or was cut off while it was written.
    static Optional<Facts> read(Path file) throws IOException {
        try {
            Payload text = Payload.of(Files.readAllBytes(file));
            return Optional.of(JsonCodec.JSON.decode(text, Facts.class));
        } catch (NoSuchFileException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// Writes with a stream, which an interruption does not close.
    void write(Path file) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            out.write(JsonCodec.JSON.encode(this).bytes());
        }
    }

    Facts bytes(long count) {
        return new Facts(address, etag, modified, count, asked);
    }

    Facts asked(Instant now) {
        return new Facts(address, etag, modified, bytes, now);
    }

    /// Returns whether the same tag means the same bytes.
    boolean isStrong() {
        return STRONG.matcher(etag).matches();
    }
}
