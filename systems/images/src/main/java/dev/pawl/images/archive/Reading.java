package dev.pawl.images.archive;

import dev.pawl.images.archive.Documents.SavedLayer;
import dev.pawl.images.archive.FileBytes.Span;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// One reading of an archive file, from its first byte to the tree that it makes.
final class Reading implements AutoCloseable {
    private final FileChannel channel;
    private final Span whole;
    private final Path work;
    private final Terms terms;
    private final ArchiveLimits limits;
    private final Meter meter;

    Reading(Path file, Path work, Terms terms, Meter meter) throws IOException {
        this.channel = FileChannel.open(file, StandardOpenOption.READ);
        this.whole = new Span(0, channel.size());
        this.work = work;
        this.terms = terms;
        this.limits = terms.limits();
        this.meter = meter;
    }

    /// Applies everything in the archive; with `isDigested` every byte of the file is read.
    Found apply(Unpacking unpacking, boolean isDigested) throws IOException {
        if (whole.length() > limits.archiveBytes()) {
            throw Refusal.of(
                    Rule.ARCHIVE_SIZE,
                    "expected at most %d bytes, found %d"
                            .formatted(limits.archiveBytes(), whole.length()));
        }
        Compression compression = compression(channel, whole);
        List<String> first = first(compression);
        InputStream raw = new FileBytes(channel, whole, meter);
        Digesting digesting = new Digesting(raw);
        try (InputStream in = open(isDigested ? digesting : raw, compression, whole.length())) {
            Found found =
                    Layout.isImage(first)
                            ? image(in, compression, unpacking)
                            : tree(in, first, unpacking);
            unpacking.finish();
            return found.in(compression, isDigested ? digesting.finish() : "");
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    long fileBytes() {
        return whole.length();
    }

    /// Returns the names of the first entry that is not the root itself; none if there is none.
    private List<String> first(Compression compression) throws IOException {
        var silent = new Meter(limits, Progress.NONE);
        var raw = new FileBytes(channel, whole, silent);
        try (InputStream in = open(raw, compression, whole.length())) {
            TarReader tar = tar(in, limits.ofMembers());
            PathRules paths = new PathRules(terms);
            TarEntry entry;
            while ((entry = tar.next()) != null) {
                silent.entry(entry.path());
                List<String> names = paths.names(entry.path());
                if (!names.isEmpty()) return names;
            }
            if (tar.entries() == 0) {
                throw Refusal.of(Rule.EMPTY, "expected at least one entry, found only zeros");
            }
            return List.of();
        }
    }

    private Found tree(InputStream in, List<String> first, Unpacking unpacking) throws IOException {
        Layout layout = Layout.ofTree(first);
        TarReader tar = tar(in, limits);
        unpacking.apply(tar, layout);
        if (layout == Layout.DIRECT) unpacking.expectTelling();
        return Found.of(layout, tar.finish());
    }

    private Found image(InputStream in, Compression compression, Unpacking unpacking)
            throws IOException {
        if (compression == Compression.NONE) {
            return image(in, channel, unpacking);
        }
        Path file = Files.createTempFile(work, "spool", ".tar");
        try (FileChannel spool =
                FileChannel.open(
                        file,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.DELETE_ON_CLOSE)) {
            return image(new Spool(in, spool), spool, unpacking);
        }
    }

    /// Finds the members of the tar in `in`, whose bytes are then in `stored`, and applies layers.
    private Found image(InputStream in, FileChannel stored, Unpacking unpacking)
            throws IOException {
        Members members = new Members(new PathRules(terms));
        TarReader tar = tar(in, limits.ofMembers());
        members.read(tar, meter);
        long trailing = tar.finish();
        Documents documents = new Documents(stored, members);
        Layout layout = layout(members);
        List<SavedLayer> layers =
                layout == Layout.DOCKER
                        ? DockerImage.layers(documents, terms)
                        : OciImage.layers(documents, terms);
        for (int i = 0; i < layers.size(); i++) {
            SavedLayer layer = layers.get(i);
            try {
                layer(stored, layer, i, unpacking);
            } catch (Refusal refusal) {
                throw refusal.in(layer.name());
            }
        }
        return Found.of(layout, trailing);
    }

    private static Layout layout(Members members) throws Refusal {
        if (members.has(DockerImage.DOCUMENT)) return Layout.DOCKER;
        if (members.has(OciImage.DOCUMENT) && members.has(OciImage.MARK)) return Layout.OCI;
        throw Refusal.of(
                Rule.IMAGE_DOCUMENT,
                "expected %s, or %s and %s, at the top of a saved image, found neither"
                        .formatted(DockerImage.DOCUMENT, OciImage.MARK, OciImage.DOCUMENT));
    }

    private void layer(FileChannel stored, SavedLayer layer, int number, Unpacking unpacking)
            throws IOException {
        Span span = layer.span();
        Compression compression = compression(stored, span);
        Digesting blob = new Digesting(new FileBytes(stored, span, meter));
        try (InputStream in = open(blob, compression, span.length())) {
            Digesting content = new Digesting(in);
            TarReader tar = tar(content, limits);
            unpacking.applyLayer(tar, number);
            expect(layer.diffId(), content, layer);
            String digest = layer.digest();
            if (digest != null) expect(digest, blob, layer);
        }
    }

    private static void expect(String digest, Digesting found, SavedLayer layer)
            throws IOException {
        String computed = "sha256:" + found.finish();
        if (!computed.equals(digest)) throw Documents.differs(layer.name(), digest, computed);
    }

    private TarReader tar(InputStream in, ArchiveLimits limited) {
        return new TarReader(in, limited, terms.isSloppinessKept());
    }

    private InputStream open(InputStream raw, Compression compression, long length)
            throws IOException {
        return compression.open(raw, length, limits);
    }

    private static Compression compression(FileChannel file, Span span) throws IOException {
        return Compression.of(FileBytes.head(file, span, Compression.HEAD_BYTES));
    }

    /// What a reading found out about the archive itself.
    record Found(Layout layout, Compression compression, String digest, long trailingBytes) {
        static Found of(Layout layout, long trailingBytes) {
            return new Found(layout, Compression.NONE, "", trailingBytes);
        }

        Found in(Compression packed, String digested) {
            return new Found(layout, packed, digested, trailingBytes);
        }
    }

    /// A stream that keeps what it reads in a file, to be read again in another order.
    static final class Spool extends InputStream {
        private final InputStream in;
        private final FileChannel file;

        Spool(InputStream in, FileChannel file) {
            this.in = in;
            this.file = file;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int read = in.read(bytes, from, length);
            if (read > 0) {
                ByteBuffer buffer = ByteBuffer.wrap(bytes, from, read);
                while (buffer.hasRemaining()) file.write(buffer);
            }
            return read;
        }
    }
}
