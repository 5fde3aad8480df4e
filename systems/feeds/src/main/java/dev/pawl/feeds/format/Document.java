package dev.pawl.feeds.format;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/// A published file, or an entry of a zip file, with gzip removed.
///
/// A workbook is one document although it is a zip file. Immutable; every [#open] starts at the
/// start.
public final class Document {
    private static final int HEAD_BYTES = 64 * 1024;
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Path path;
    private final @Nullable String entry;
    private final byte @Nullable [] head;

    private Document(Path path, @Nullable String entry, byte @Nullable [] head) {
        this.path = path;
        this.entry = entry;
        this.head = head;
    }

    /// Returns the documents of a file: one, or those in it if it is a zip file.
    public static List<Document> of(Path file) throws IOException {
        try (DocumentFile archive = DocumentFile.open(file)) {
            return archive.documents();
        }
    }

    static Document whole(Path file) {
        return new Document(file, null, null);
    }

    static Document entry(Path file, String name) {
        return new Document(file, name, null);
    }

    /// Returns this document with its first bytes in memory.
    ///
    /// @param zip the zip file that contains it; null if none does
    Document buffered(@Nullable ZipFile zip) throws IOException {
        try (InputStream in = zip == null || entry == null ? open() : open(zip, entry)) {
            return new Document(path, entry, in.readNBytes(HEAD_BYTES));
        }
    }

    /// Returns a part of a workbook; empty if there is none of that name, or this is no workbook.
    public Optional<Document> part(String name) throws IOException {
        if (entry != null || !DocumentFile.isZip(path)) return Optional.empty();
        try (ZipFile zip = DocumentFile.zip(path)) {
            return zip.getEntry(name) == null ? Optional.empty() : Optional.of(entry(path, name));
        }
    }

    /// Returns the name of the file and entry, for messages.
    public String name() {
        return entry == null ? path.toString() : path + "!" + entry;
    }

    /// Returns the file that is or contains this document.
    public Path path() {
        return path;
    }

    /// Returns the first bytes, decompressed, for a format to recognise. Reads them if they are not
    /// in memory.
    public byte[] head() throws IOException {
        if (head != null) return head.clone();
        try (InputStream in = open()) {
            return in.readNBytes(HEAD_BYTES);
        }
    }

    /// Opens the content, decompressed and within limits: a stream that grows larger than any real
    /// document throws [BadDocument].
    public InputStream open() throws IOException {
        if (entry == null) return decoded(Files.newInputStream(path), Files.size(path));
        ZipFile zip = DocumentFile.zip(path);
        try {
            return new FilterInputStream(open(zip, entry)) {
                @Override
                public void close() throws IOException {
                    super.close();
                    zip.close();
                }
            };
        } catch (IOException e) {
            zip.close();
            throw e;
        }
    }

    private InputStream open(ZipFile zip, String name) throws IOException {
        ZipEntry found = zip.getEntry(name);
        if (found == null) throw new BadDocument(name() + " no longer exists");
        try {
            long size = found.getSize();
            InputStream in = BoundedExpansion.upTo(size, zip.getInputStream(found), name());
            return BoundedExpansion.of(decoded(in, size), name(), Files.size(path));
        } catch (ZipException e) {
            throw new BadDocument(
                    "%s cannot be decompressed: %s".formatted(name(), e.getMessage()), e);
        }
    }

    private InputStream decoded(InputStream raw, long size) throws IOException {
        BufferedInputStream in = new BufferedInputStream(raw, BUFFER_BYTES);
        try {
            in.mark(2);
            byte[] magic = in.readNBytes(2);
            in.reset();
            boolean gzip = magic.length == 2 && magic[0] == 0x1f && magic[1] == (byte) 0x8b;
            if (!gzip) return in;
            return BoundedExpansion.of(new GZIPInputStream(in, BUFFER_BYTES), name(), size);
        } catch (BadDocument e) {
            in.close();
            throw e;
        } catch (IOException e) {
            in.close();
            throw new BadDocument("%s is not a gzip file: %s".formatted(name(), e.getMessage()), e);
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
