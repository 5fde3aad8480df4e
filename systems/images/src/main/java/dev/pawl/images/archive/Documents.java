package dev.pawl.images.archive;

import dev.pawl.images.archive.FileBytes.Span;
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
final class Documents {
    private static final int BYTES_MAX = 4 << 20;
    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");

    private final FileChannel channel;
    private final Members members;

    Documents(FileChannel channel, Members members) {
        this.channel = channel;
        this.members = members;
    }

    Members members() {
        return members;
    }

    /// Reads a document as a `type`; what the type does not name is left out.
    <T> T read(String path, Class<T> type) throws IOException {
        return parse(bytes(path), path, type);
    }

    /// Reads a document that is named by its digest, which it must have.
    <T> T blob(@Nullable String digest, String what, Class<T> type) throws IOException {
        String path = path(digest, what);
        byte[] bytes = bytes(path);
        String found = "sha256:" + new Digesting(new ByteArrayInputStream(bytes)).finish();
        if (!found.equals(digest)) throw differs(path, String.valueOf(digest), found);
        return parse(bytes, path, type);
    }

    /// Returns the path of a blob.
    static String path(@Nullable String digest, String what) throws Refusal {
        if (digest == null || !DIGEST.matcher(digest).matches()) {
            throw Refusal.of(
                    Rule.IMAGE_DOCUMENT,
                    "expected sha256: and 64 hexadecimal digits for %s, found '%s'"
                            .formatted(what, Escaped.shortened(String.valueOf(digest))));
        }
        return "blobs/" + digest.replace(':', '/');
    }

    static Refusal differs(String path, String expected, String found) {
        return new Refusal(
                Rule.DIGEST,
                path,
                "expected %s, found %s".formatted(Escaped.shortened(expected), found));
    }

    /// Returns `value`, which a document has to have.
    static <T> T need(@Nullable T value, String path, String what) throws Refusal {
        if (value != null) return value;
        throw new Refusal(
                Rule.IMAGE_DOCUMENT,
                path,
                "expected %s in this document, found none".formatted(what));
    }

    private byte[] bytes(String path) throws IOException {
        Span span = members.find(path, "a document");
        if (span.length() > BYTES_MAX) {
            throw new Refusal(
                    Rule.IMAGE_DOCUMENT,
                    path,
                    "expected a document of at most %d bytes, found %d"
                            .formatted(BYTES_MAX, span.length()));
        }
        return FileBytes.head(channel, span, BYTES_MAX);
    }

    private static <T> T parse(byte[] bytes, String path, Class<T> type) throws Refusal {
        T value;
        try {
            value = JsonCodec.JSON.decode(Payload.of(bytes), type);
        } catch (IllegalArgumentException e) {
            Refusal refusal =
                    new Refusal(
                            Rule.IMAGE_DOCUMENT,
                            path,
                            "expected JSON of an image, found %s: %s"
                                    .formatted(
                                            Escaped.bytes(bytes, bytes.length),
                                            Escaped.shortened(String.valueOf(e.getMessage()))));
            refusal.initCause(e);
            throw refusal;
        }
        return need(value, path, "an object or a list");
    }

    /// One layer of a saved image.
    ///
    /// @param name how the image names it
    /// @param span where it lies
    /// @param digest the digest of it as it is stored; null where the image names none
    /// @param diffId the digest of the tar in it
    record SavedLayer(String name, Span span, @Nullable String digest, String diffId) {}

    /// The part of an image's configuration that says what its layers are, in its words.
    record ImageConfig(@Nullable RootFs rootfs) {
        /// More layers than any tool makes.
        private static final int LAYERS_MAX = 500;

        /// Returns the digests of the tars of `layers` layers.
        static List<String> diffIds(ImageConfig config, String path, int layers) throws Refusal {
            RootFs rootfs = Documents.need(config.rootfs(), path, "rootfs");
            List<@Nullable String> ids = Documents.need(rootfs.diff_ids(), path, "rootfs.diff_ids");
            if (ids.size() != layers || layers < 1 || layers > LAYERS_MAX) {
                throw new Refusal(
                        Rule.IMAGE_DOCUMENT,
                        path,
                        "expected 1 to %d layers and a digest for each, found %d and %d digests"
                                .formatted(LAYERS_MAX, layers, ids.size()));
            }
            List<String> found = new ArrayList<>();
            for (String id : ids) found.add(Documents.need(id, path, "a digest"));
            return found;
        }

        /// The layers of a configuration.
        record RootFs(@Nullable List<@Nullable String> diff_ids) {}
    }

    /// One of the images of a file, and the names by which it can be chosen.
    record Choice<T>(T image, List<String> names) {
        private static final int SHOWN_MAX = 5;

        /// Returns the image that is meant: the one that was named, or the only one.
        static <T> T of(List<Choice<T>> choices, Terms terms) throws Refusal {
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
                            .map(Escaped::shortened)
                            .collect(Collectors.joining(", "));
            throw Refusal.of(
                    choices.isEmpty() ? Rule.IMAGE_DOCUMENT : Rule.IMAGE_CHOICE,
                    "expected %s, found %d of %d images (%s)"
                            .formatted(
                                    reference
                                            .map(name -> "one image " + Escaped.shortened(name))
                                            .orElse("one image, or a choice"),
                                    meant.size(),
                                    choices.size(),
                                    found));
        }
    }
}
