package dev.pawl.feeds.format;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
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
    private static final int ENTRIES_MAX = 1_000;
    private static final String WORKBOOK = "xl/workbook.xml";

    private final Path path;
    private final @Nullable String entry;
    private final byte[] head;

    private Document(Path path, @Nullable String entry) throws IOException {
        this.path = path;
        this.entry = entry;
        try (InputStream in = open()) {
            head = in.readNBytes(HEAD_BYTES);
        }
    }

    /// Returns the documents of a file: one, or those in it if it is a zip file.
    public static List<Document> of(Path file) throws IOException {
        if (!startsWith(file, 'P', 'K')) return List.of(new Document(file, null));
        List<Document> documents = new ArrayList<>();
        try (ZipFile zip = zip(file)) {
            if (zip.getEntry(WORKBOOK) != null) return List.of(new Document(file, null));
            for (ZipEntry each : Collections.list(zip.entries())) {
                if (each.isDirectory()) continue;
                if (documents.size() == ENTRIES_MAX) {
                    throw new BadDocument(
                            "%s: expected at most %d files in a zip file, found more"
                                    .formatted(file, ENTRIES_MAX));
                }
                documents.add(new Document(file, each.getName()));
            }
        }
        return documents;
    }

    /// Returns a part of a workbook; empty if it has none of that name, or is no workbook.
    public Optional<Document> part(String name) throws IOException {
        if (entry != null || !startsWith(path, 'P', 'K')) return Optional.empty();
        try (ZipFile zip = zip(path)) {
            if (zip.getEntry(name) == null) return Optional.empty();
            return Optional.of(new Document(path, name));
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

    /// Returns its first bytes, decoded; a format looks here first.
    public byte[] head() {
        return head.clone();
    }

    /// Opens its content, decoded and within limits: a stream that grows beyond what a real
    /// document could be ends with [BadDocument].
    public InputStream open() throws IOException {
        if (entry == null) return decoded(Files.newInputStream(path), Files.size(path));
        ZipFile zip = zip(path);
        try {
            ZipEntry found = zip.getEntry(entry);
            if (found == null) throw new BadDocument(name() + " is no longer there");
            InputStream in = zip.getInputStream(found);
            return new Expanding(decoded(in, found.getSize()), name(), Files.size(path)) {
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

    private InputStream decoded(InputStream raw, long size) throws IOException {
        BufferedInputStream in = new BufferedInputStream(raw, BUFFER_BYTES);
        try {
            in.mark(2);
            byte[] magic = in.readNBytes(2);
            in.reset();
            boolean gzip = magic.length == 2 && magic[0] == 0x1f && magic[1] == (byte) 0x8b;
            if (!gzip) return in;
            InputStream expanded = new GZIPInputStream(in, BUFFER_BYTES);
            return new Expanding(expanded, name(), size);
        } catch (IOException e) {
            in.close();
            throw new BadDocument("%s is no gzip file: %s".formatted(name(), e.getMessage()), e);
        }
    }

    private static ZipFile zip(Path file) throws IOException {
        try {
            return new ZipFile(file.toFile());
        } catch (ZipException | EOFException e) {
            throw new BadDocument("%s is no zip file: %s".formatted(file, e.getMessage()), e);
        }
    }

    private static boolean startsWith(Path file, char... magic) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] found = in.readNBytes(magic.length);
            byte[] wanted = new byte[magic.length];
            for (int i = 0; i < magic.length; i++) wanted[i] = (byte) magic[i];
            return Arrays.equals(found, wanted);
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
