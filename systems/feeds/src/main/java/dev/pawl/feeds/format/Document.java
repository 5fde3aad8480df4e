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

/// A file as it was published, or a file in a zip file; gzip is taken off.
///
/// A workbook, which is a zip file too, is one document. Immutable; every [#open] begins anew.
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
        try (Archive archive = Archive.open(file)) {
            return archive.documents();
        }
    }

    static Document whole(Path file) {
        return new Document(file, null, null);
    }

    static Document entry(Path file, String name) {
        return new Document(file, name, null);
    }

    /// Returns this with its beginning in memory.
    ///
    /// @param zip the zip file that it is in; null if it is in none
    Document held(@Nullable ZipFile zip) throws IOException {
        try (InputStream in = zip == null || entry == null ? open() : open(zip, entry)) {
            return new Document(path, entry, in.readNBytes(HEAD_BYTES));
        }
    }

    /// Returns a part of a workbook; empty if it has none of that name, or is no workbook.
    public Optional<Document> part(String name) throws IOException {
        if (entry != null || !Archive.isZip(path)) return Optional.empty();
        try (ZipFile zip = Archive.zip(path)) {
            return zip.getEntry(name) == null ? Optional.empty() : Optional.of(entry(path, name));
        }
    }

    /// Returns where it is, for people.
    public String name() {
        return entry == null ? path.toString() : path + "!" + entry;
    }

    /// Returns the file that it is or is in.
    public Path path() {
        return path;
    }

    /// Returns its first bytes, decoded; a format looks here first. Unless they are in memory, they
    /// are read.
    public byte[] head() throws IOException {
        if (head != null) return head.clone();
        try (InputStream in = open()) {
            return in.readNBytes(HEAD_BYTES);
        }
    }

    /// Opens its content, decoded and within limits: a stream that grows beyond what a real
    /// document could be ends with [BadDocument].
    public InputStream open() throws IOException {
        if (entry == null) return decoded(Files.newInputStream(path), Files.size(path));
        ZipFile zip = Archive.zip(path);
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
        if (found == null) throw new BadDocument(name() + " is no longer there");
        try {
            long size = found.getSize();
            InputStream in = Expanding.upTo(size, zip.getInputStream(found), name());
            return Expanding.of(decoded(in, size), name(), Files.size(path));
        } catch (ZipException e) {
            throw new BadDocument("%s cannot be unpacked: %s".formatted(name(), e.getMessage()), e);
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
            return Expanding.of(new GZIPInputStream(in, BUFFER_BYTES), name(), size);
        } catch (BadDocument e) {
            in.close();
            throw e;
        } catch (IOException e) {
            in.close();
            throw new BadDocument("%s is no gzip file: %s".formatted(name(), e.getMessage()), e);
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
