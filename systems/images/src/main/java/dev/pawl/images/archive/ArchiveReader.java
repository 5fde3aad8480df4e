package dev.pawl.images.archive;

import dev.pawl.images.archive.image.DockerImage;
import dev.pawl.images.archive.image.ImageDocuments;
import dev.pawl.images.archive.image.ImageDocuments.SavedLayer;
import dev.pawl.images.archive.image.ImageMembers;
import dev.pawl.images.archive.image.OciImage;
import dev.pawl.images.archive.rule.ArchiveLimits;
import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveTerms;
import dev.pawl.images.archive.rule.ArchiveViolation;
import dev.pawl.images.archive.rule.PathRules;
import dev.pawl.images.archive.tar.BlockStream;
import dev.pawl.images.archive.tar.Compression;
import dev.pawl.images.archive.tar.DigestStream;
import dev.pawl.images.archive.tar.FileBytes;
import dev.pawl.images.archive.tar.FileBytes.Span;
import dev.pawl.images.archive.tar.TarEntry;
import dev.pawl.images.archive.tar.TarReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// Reads an archive file once and applies its entries to a tree.
final class ArchiveReader implements AutoCloseable {
    private final FileChannel channel;
    private final Span wholeFile;
    private final Path work;
    private final ArchiveTerms terms;
    private final ArchiveLimits limits;
    private final ExtractionMeter meter;

    ArchiveReader(Path file, Path work, ArchiveTerms terms, ExtractionMeter meter)
            throws IOException {
        this.channel = FileChannel.open(file, StandardOpenOption.READ);
        this.wholeFile = new Span(0, channel.size());
        this.work = work;
        this.terms = terms;
        this.limits = terms.limits();
        this.meter = meter;
    }

    /// Applies all entries of the archive; with `isDigested` every byte of the file is read.
    Found apply(TreeBuilder builder, boolean isDigested) throws IOException {
        if (wholeFile.length() > limits.archiveBytes()) {
            throw ArchiveViolation.of(
                    ArchiveRule.ARCHIVE_SIZE,
                    "expected at most %d bytes, found %d"
                            .formatted(limits.archiveBytes(), wholeFile.length()));
        }
        Compression compression = compression(channel, wholeFile);
        List<String> first = first(compression);
        InputStream raw = new FileBytes(channel, wholeFile, meter::read);
        DigestStream digesting = new DigestStream(raw);
        try (InputStream in = open(isDigested ? digesting : raw, compression, wholeFile.length())) {
            Found found =
                    ArchiveLayout.isImage(first)
                            ? image(in, compression, builder)
                            : tree(in, first, builder);
            builder.finish();
            return found.in(compression, isDigested ? digesting.finish() : "");
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    long fileBytes() {
        return wholeFile.length();
    }

    /// Returns the path components of the first entry that is not the root; empty if there is none.
    private List<String> first(Compression compression) throws IOException {
        var silent = new ExtractionMeter(limits, ArchiveProgress.NONE);
        var raw = new FileBytes(channel, wholeFile, silent::read);
        try (InputStream in = open(raw, compression, wholeFile.length())) {
            TarReader tar = tar(in, limits.ofMembers());
            PathRules paths = new PathRules(terms);
            TarEntry entry;
            while ((entry = tar.next()) != null) {
                silent.entry(entry.path());
                List<String> names = paths.names(entry.path());
                if (!names.isEmpty()) return names;
            }
            if (tar.entries() == 0) {
                throw ArchiveViolation.of(
                        ArchiveRule.EMPTY, "expected at least one entry, found only zeros");
            }
            return List.of();
        }
    }

    private Found tree(InputStream in, List<String> first, TreeBuilder builder) throws IOException {
        ArchiveLayout layout = ArchiveLayout.ofTree(first);
        TarReader tar = tar(in, limits);
        builder.apply(tar, layout);
        if (layout == ArchiveLayout.DIRECT) builder.expectRootfs();
        return Found.of(layout, tar.finish());
    }

    private Found image(InputStream in, Compression compression, TreeBuilder builder)
            throws IOException {
        if (compression == Compression.NONE) {
            return image(in, channel, builder);
        }
        Path file = Files.createTempFile(work, "spool", ".tar");
        try (FileChannel spool =
                FileChannel.open(
                        file,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.DELETE_ON_CLOSE)) {
            return image(new Spool(in, spool), spool, builder);
        }
    }

    /// Finds the members of the tar in `in`, whose bytes end up in `stored`, and applies its
    /// layers.
    private Found image(InputStream in, FileChannel stored, TreeBuilder builder)
            throws IOException {
        ImageMembers members = new ImageMembers(new PathRules(terms));
        TarReader tar = tar(in, limits.ofMembers());
        members.read(tar, meter::member);
        long trailing = tar.finish();
        ImageDocuments documents = new ImageDocuments(stored, members);
        ArchiveLayout layout = layout(members);
        List<SavedLayer> layers =
                layout == ArchiveLayout.DOCKER
                        ? DockerImage.layers(documents, terms)
                        : OciImage.layers(documents, terms);
        for (int i = 0; i < layers.size(); i++) {
            SavedLayer layer = layers.get(i);
            try {
                layer(stored, layer, i, builder);
            } catch (ArchiveViolation refusal) {
                throw refusal.in(layer.name());
            }
        }
        return Found.of(layout, trailing);
    }

    private static ArchiveLayout layout(ImageMembers members) throws ArchiveViolation {
        if (members.has(DockerImage.DOCUMENT)) return ArchiveLayout.DOCKER;
        if (members.has(OciImage.DOCUMENT) && members.has(OciImage.MARK)) return ArchiveLayout.OCI;
        throw ArchiveViolation.of(
                ArchiveRule.IMAGE_DOCUMENT,
                "expected %s, or %s and %s, at the top of a saved image, found neither"
                        .formatted(DockerImage.DOCUMENT, OciImage.MARK, OciImage.DOCUMENT));
    }

    private void layer(FileChannel stored, SavedLayer layer, int number, TreeBuilder builder)
            throws IOException {
        Span span = layer.span();
        Compression compression = compression(stored, span);
        DigestStream blob = new DigestStream(new FileBytes(stored, span, meter::read));
        try (InputStream in = open(blob, compression, span.length())) {
            DigestStream content = new DigestStream(in);
            TarReader tar = tar(content, limits);
            builder.applyLayer(tar, number);
            expect(layer.diffId(), content, layer);
            String digest = layer.digest();
            if (digest != null) expect(digest, blob, layer);
        }
    }

    private static void expect(String digest, DigestStream found, SavedLayer layer)
            throws IOException {
        String computed = "sha256:" + found.finish();
        if (!computed.equals(digest)) throw ImageDocuments.differs(layer.name(), digest, computed);
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

    /// The properties of the archive itself.
    record Found(ArchiveLayout layout, Compression compression, String digest, long trailingBytes) {
        static Found of(ArchiveLayout layout, long trailingBytes) {
            return new Found(layout, Compression.NONE, "", trailingBytes);
        }

        Found in(Compression packed, String digested) {
            return new Found(layout, packed, digested, trailingBytes);
        }
    }

    /// A stream that copies what it reads to a file, to be read again in another order.
    static final class Spool extends BlockStream {
        private final InputStream in;
        private final FileChannel file;

        Spool(InputStream in, FileChannel file) {
            this.in = in;
            this.file = file;
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
