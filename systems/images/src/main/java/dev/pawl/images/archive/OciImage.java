package dev.pawl.images.archive;

import dev.pawl.images.archive.Documents.Choice;
import dev.pawl.images.archive.Documents.ImageConfig;
import dev.pawl.images.archive.Documents.SavedLayer;
import dev.pawl.images.archive.FileBytes.Span;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What an OCI layout says about images, beginning in its `index.json`.
final class OciImage {
    static final String DOCUMENT = "index.json";
    static final String MARK = "oci-layout";

    private static final int INDEXES_DEEP_MAX = 3;
    private static final int IMAGES_MAX = 1_000;
    private static final String NAME = "org.opencontainers.image.ref.name";
    private static final String FULL_NAME = "io.containerd.image.name";

    private final Documents documents;
    private final List<Choice<Descriptor>> choices = new ArrayList<>();

    private OciImage(Documents documents) {
        this.documents = documents;
    }

    /// Returns the layers of the image that is meant, lowest first.
    static List<SavedLayer> layers(Documents documents, Terms terms) throws IOException {
        var images = new OciImage(documents);
        images.add(documents.read(DOCUMENT, Index.class), List.of(), 1);
        return images.layers(Choice.of(images.choices, terms));
    }

    /// Adds the images of an index; those of an index inside it have its names too.
    private void add(Index index, List<String> names, int depth) throws IOException {
        for (Descriptor descriptor :
                Objects.requireNonNullElse(index.manifests(), List.<@Nullable Descriptor>of())) {
            Descriptor image = Documents.need(descriptor, DOCUMENT, "a manifest");
            if (image.isAttestation()) continue;
            List<String> all = new ArrayList<>(image.names());
            all.addAll(names);
            if (!image.isIndex()) {
                choices.add(new Choice<>(image, all));
            } else if (depth < INDEXES_DEEP_MAX) {
                add(documents.blob(image.digest(), "an index", Index.class), all, depth + 1);
            } else {
                throw Refusal.of(
                        Rule.IMAGE_DOCUMENT,
                        "expected at most %d indexes in each other".formatted(INDEXES_DEEP_MAX));
            }
            if (choices.size() > IMAGES_MAX) {
                throw Refusal.of(
                        Rule.IMAGE_DOCUMENT, "expected at most %d images".formatted(IMAGES_MAX));
            }
        }
    }

    private List<SavedLayer> layers(Descriptor image) throws IOException {
        Image manifest = documents.blob(image.digest(), "a manifest", Image.class);
        String path = Documents.path(image.digest(), "a manifest");
        Descriptor config = Documents.need(manifest.config(), path, "a config");
        List<@Nullable Descriptor> layers = Documents.need(manifest.layers(), path, "layers");
        List<String> diffIds =
                ImageConfig.diffIds(
                        documents.blob(config.digest(), "a config", ImageConfig.class),
                        Documents.path(config.digest(), "a config"),
                        layers.size());
        List<SavedLayer> found = new ArrayList<>();
        for (int i = 0; i < layers.size(); i++) {
            Descriptor layer = Documents.need(layers.get(i), path, "a layer");
            String at = Documents.path(layer.digest(), "a layer");
            Span span = documents.members().find(at, "a layer");
            found.add(new SavedLayer(at, span, layer.digest(), diffIds.get(i)));
        }
        return found;
    }

    /// An index of the layout, in its words.
    record Index(@Nullable List<@Nullable Descriptor> manifests) {}

    /// A manifest of the layout, in its words.
    record Image(@Nullable Descriptor config, @Nullable List<@Nullable Descriptor> layers) {}

    /// A reference to a blob, in the words of the layout.
    record Descriptor(
            @Nullable String mediaType,
            @Nullable String digest,
            @Nullable Map<String, String> annotations,
            @Nullable Platform platform) {

        boolean isIndex() {
            return mediaType != null
                    && (mediaType.contains("image.index") || mediaType.contains("manifest.list"));
        }

        /// Builders put statements about an image beside it, for a platform that does not exist.
        boolean isAttestation() {
            return platform != null && "unknown".equals(platform.os());
        }

        List<String> names() {
            List<String> names = new ArrayList<>();
            if (annotations != null) {
                if (annotations.get(FULL_NAME) != null) names.add(annotations.get(FULL_NAME));
                if (annotations.get(NAME) != null) names.add(annotations.get(NAME));
            }
            if (digest != null) names.add(digest);
            if (platform != null) names.add(platform.os() + "/" + platform.architecture());
            return names;
        }
    }

    /// What an image runs on.
    record Platform(@Nullable String os, @Nullable String architecture) {}
}
