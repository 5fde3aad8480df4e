package dev.pawl.feeds.web;

import dev.pawl.fetch.FetchedDocument;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/// What is known about a cached document; stored as JSON.
///
/// @param etag the tag that its server gives this content, or ""
/// @param modified when it was modified, as its server writes it, or ""
/// @param bytes its size
/// @param asked when its server last confirmed that this is the current content
record DocumentFacts(String address, String etag, String modified, long bytes, Instant asked) {

    DocumentFacts {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(etag, "etag");
        Objects.requireNonNull(modified, "modified");
        Objects.requireNonNull(asked, "asked");
    }

    static DocumentFacts of(CacheEntry entry, FetchedDocument fetched, Instant now) {
        return new DocumentFacts(
                entry.address().toString(),
                fetched.etag().orElse(""),
                fetched.lastModified().orElse(""),
                fetched.file().size(),
                now);
    }

    /// Returns the facts in a file; empty if it is missing, or was truncated by a crash.
    static Optional<DocumentFacts> read(Path file) throws IOException {
        try {
            Payload text = Payload.of(Files.readAllBytes(file));
            return Optional.of(JsonCodec.JSON.decode(text, DocumentFacts.class));
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

    DocumentFacts asked(Instant now) {
        return new DocumentFacts(address, etag, modified, bytes, now);
    }

    Optional<String> tag() {
        return Optional.of(etag).filter(text -> !text.isEmpty());
    }

    Optional<String> time() {
        return Optional.of(modified).filter(text -> !text.isEmpty());
    }
}
