package dev.pawl.images.archive.image;

import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveTerms;
import dev.pawl.images.archive.rule.ArchiveViolation;
import dev.pawl.images.archive.rule.EscapedText;
import dev.pawl.images.archive.tar.DigestStream;
import dev.pawl.images.archive.tar.FileBytes;
import dev.pawl.images.archive.tar.FileBytes.Span;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The JSON documents of a saved image.
public final class ImageDocuments {
    private static final int BYTES_MAX = 4 << 20;
    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");

    private final FileChannel channel;
    private final ImageMembers members;

    public ImageDocuments(FileChannel channel, ImageMembers members) {
        this.channel = channel;
        this.members = members;
    }

    ImageMembers members() {
        return members;
    }

    /// Reads a document as a `type`; unknown fields are ignored.
    public <T> T read(String path, Class<T> type) throws IOException {
        return parse(bytes(path), path, type);
    }

    /// Reads a document that is named by its digest, and verifies the digest.
    <T> T blob(@Nullable String digest, String what, Class<T> type) throws IOException {
        String path = path(digest, what);
        byte[] bytes = bytes(path);
        String found = "sha256:" + new DigestStream(new ByteArrayInputStream(bytes)).finish();
        if (!found.equals(digest)) throw differs(path, String.valueOf(digest), found);
        return parse(bytes, path, type);
    }

    /// Returns the path of a blob.
    public static String path(@Nullable String digest, String what) throws ArchiveViolation {
        if (digest == null || !DIGEST.matcher(digest).matches()) {
            throw ArchiveViolation.of(
                    ArchiveRule.IMAGE_DOCUMENT,
                    "expected sha256: and 64 hexadecimal digits for %s, found '%s'"
                            .formatted(what, EscapedText.shortened(String.valueOf(digest))));
        }
        return "blobs/" + digest.replace(':', '/');
    }

    public static ArchiveViolation differs(String path, String expected, String found) {
        return new ArchiveViolation(
                ArchiveRule.DIGEST,
                path,
                "expected %s, found %s".formatted(EscapedText.shortened(expected), found));
    }

    /// Returns `value`, or refuses a document that lacks it.
    public static <T> T need(@Nullable T value, String path, String what) throws ArchiveViolation {
        if (value != null) return value;
        throw new ArchiveViolation(
                ArchiveRule.IMAGE_DOCUMENT,
                path,
                "expected %s in this document, found none".formatted(what));
    }

    private byte[] bytes(String path) throws IOException {
        Span span = members.find(path, "a document");
        if (span.length() > BYTES_MAX) {
            throw new ArchiveViolation(
                    ArchiveRule.IMAGE_DOCUMENT,
                    path,
                    "expected a document of at most %d bytes, found %d"
                            .formatted(BYTES_MAX, span.length()));
        }
        return FileBytes.head(channel, span, BYTES_MAX);
    }

    private static <T> T parse(byte[] bytes, String path, Class<T> type) throws ArchiveViolation {
        T value;
        try {
            value = JsonCodec.JSON.decode(Payload.of(bytes), type);
        } catch (IllegalArgumentException e) {
            ArchiveViolation refusal =
                    new ArchiveViolation(
                            ArchiveRule.IMAGE_DOCUMENT,
                            path,
                            "expected JSON of an image, found %s: %s"
                                    .formatted(
                                            EscapedText.bytes(bytes, bytes.length),
                                            EscapedText.shortened(String.valueOf(e.getMessage()))));
            refusal.initCause(e);
            throw refusal;
        }
        return need(value, path, "an object or a list");
    }

    /// One layer of a saved image.
    ///
    /// @param name the name of the layer in the image
    /// @param span where the layer is in the file
    /// @param digest the digest of the stored layer; null if the image names none
    /// @param diffId the digest of the uncompressed layer
    public record SavedLayer(String name, Span span, @Nullable String digest, String diffId) {}

    /// The part of an image's configuration that lists its layers, with its field names.
    record ImageConfig(@Nullable RootFs rootfs) {
        /// More layers than any tool makes.
        private static final int LAYERS_MAX = 500;

        /// Returns the digests of the uncompressed layers, of which there must be `layers`.
        static List<String> diffIds(ImageConfig config, String path, int layers)
                throws ArchiveViolation {
            RootFs rootfs = ImageDocuments.need(config.rootfs(), path, "rootfs");
            List<@Nullable String> ids =
                    ImageDocuments.need(rootfs.diff_ids(), path, "rootfs.diff_ids");
            if (ids.size() != layers || layers < 1 || layers > LAYERS_MAX) {
                throw new ArchiveViolation(
                        ArchiveRule.IMAGE_DOCUMENT,
                        path,
                        "expected 1 to %d layers and a digest for each, found %d and %d digests"
                                .formatted(LAYERS_MAX, layers, ids.size()));
            }
            List<String> found = new ArrayList<>();
            for (String id : ids) found.add(ImageDocuments.need(id, path, "a digest"));
            return found;
        }

        /// The layers of a configuration.
        record RootFs(@Nullable List<@Nullable String> diff_ids) {}
    }

    /// One image of a file, and the names by which it can be chosen.
    record Choice<T>(T image, List<String> names) {
        private static final int SHOWN_MAX = 5;

        /// Returns the image that the terms choose, or the only one.
        static <T> T of(List<Choice<T>> choices, ArchiveTerms terms) throws ArchiveViolation {
            Optional<String> reference = terms.reference();
            List<Choice<T>> meant =
                    choices.stream()
                            .filter(choice -> reference.map(choice.names()::contains).orElse(true))
                            .toList();
            if (meant.size() == 1) return meant.getFirst().image();
            String found =
                    choices.stream()
                            .flatMap(choice -> choice.names().stream().limit(1))
                            .limit(SHOWN_MAX)
                            .map(EscapedText::shortened)
                            .collect(Collectors.joining(", "));
            throw ArchiveViolation.of(
                    choices.isEmpty() ? ArchiveRule.IMAGE_DOCUMENT : ArchiveRule.IMAGE_CHOICE,
                    "expected %s, found %d of %d images (%s)"
                            .formatted(
                                    reference
                                            .map(name -> "one image " + EscapedText.shortened(name))
                                            .orElse("one image, or a choice"),
                                    meant.size(),
                                    choices.size(),
                                    found));
        }
    }
}
