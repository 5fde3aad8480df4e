package dev.pawl.feeds.format;

import dev.pawl.fetch.Sha256;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/// An open file with its documents: the entries of a zip file, or else the file itself.
///
/// Holds the names of its documents in memory, not their content. For one thread.
public final class DocumentFile implements AutoCloseable {
    private static final int ENTRIES_MAX = 100_000;
    private static final int DIGEST_CHARS = 24;
    private static final String WORKBOOK = "xl/workbook.xml";

    private final Path file;
    private final @Nullable ZipFile zip;
    private final List<Document> documents;
    private @Nullable MessageDigest content;

    private DocumentFile(Path file, @Nullable ZipFile zip, List<Document> documents) {
        this.file = file;
        this.zip = zip;
        this.documents = List.copyOf(documents);
    }

    /// Opens a file. Throws [BadDocument] for a zip file with more entries or bytes than any real
    /// publication has.
    public static DocumentFile open(Path file) throws IOException {
        Document whole = Document.whole(file);
        if (!isZip(file)) return new DocumentFile(file, null, List.of(whole));
        ZipFile zip = zip(file);
        try {
            boolean workbook = zip.getEntry(WORKBOOK) != null;
            return new DocumentFile(file, zip, workbook ? List.of(whole) : entries(file, zip));
        } catch (IOException e) {
            zip.close();
            throw e;
        }
    }

    private static List<Document> entries(Path file, ZipFile zip) throws IOException {
        // The size includes directories.
        if (zip.size() > ENTRIES_MAX) {
            throw new BadDocument(
                    "%s: expected at most %d entries in a zip file, found %d"
                            .formatted(file, ENTRIES_MAX, zip.size()));
        }
        List<Document> documents = new ArrayList<>();
        long bytes = 0;
        for (ZipEntry each : Collections.list(zip.entries())) {
            if (each.isDirectory()) continue;
            bytes = sum(bytes, each.getSize());
            documents.add(Document.entry(file, each.getName()));
        }
        BoundedExpansion.requireTotal(file.toString(), bytes, Files.size(file));
        return documents;
    }

    private static long sum(long bytes, long more) {
        boolean known = more >= 0 && bytes <= Long.MAX_VALUE - more;
        return known ? bytes + more : Long.MAX_VALUE;
    }

    /// Returns the documents, without content in memory.
    public List<Document> documents() {
        return documents;
    }

    /// Returns a document with its first bytes in memory, for several formats to inspect.
    public Document buffered(Document document) throws IOException {
        return document.buffered(zip);
    }

    /// Returns the digest of a document: of the whole file as published, and the name of the entry.
    /// The file is read once for all its documents.
    public String digest(Document document) throws IOException {
        if (content == null) content = sha();
        try {
            MessageDigest sha = (MessageDigest) content.clone();
            String entry = document.name().substring(file.toString().length());
            sha.update(entry.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sha.digest()).substring(0, DIGEST_CHARS);
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    private MessageDigest sha() throws IOException {
        MessageDigest sha = Sha256.digest();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), sha)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return sha;
    }

    static boolean isZip(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(2), new byte[] {'P', 'K'});
        }
    }

    static ZipFile zip(Path file) throws IOException {
        try {
            return new ZipFile(file.toFile());
        } catch (ZipException | EOFException e) {
            throw new BadDocument("%s is not a zip file: %s".formatted(file, e.getMessage()), e);
        }
    }

    @Override
    public void close() throws IOException {
        if (zip != null) zip.close();
    }
}
