package dev.pawl.feeds.load;

import dev.pawl.feeds.base.Arrival;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// A document that was recognised: what it is, and the digest that names its content.
record Published<R>(Document document, Format<R> format, Edition edition, String digest) {
    private static final int DIGEST_CHARS = 24;

    static <R> Published<R> of(Document document, Format<R> format, Edition edition)
            throws IOException {
        return new Published<>(document, format, edition, digest(document));
    }

    Records<R> open() throws IOException {
        return format.open(document, edition);
    }

    Arrival.Origin origin() {
        return new Arrival.Origin(
                format.source(),
                document.name(),
                digest,
                format.name(),
                edition.catalogue(),
                edition.version(),
                edition.stamp(),
                edition.partial());
    }

    /// The file is what was published, so its bytes are compared as they are.
    private static String digest(Document document) throws IOException {
        try (InputStream in = Files.newInputStream(document.path())) {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            try (DigestInputStream digesting = new DigestInputStream(in, sha)) {
                digesting.transferTo(OutputStream.nullOutputStream());
            }
            String entry = document.name().substring(document.path().toString().length());
            sha.update(entry.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sha.digest()).substring(0, DIGEST_CHARS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
