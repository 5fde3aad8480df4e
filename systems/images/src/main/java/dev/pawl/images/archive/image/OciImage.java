package dev.pawl.images.archive.image;

import dev.pawl.images.archive.image.ImageDocuments.Choice;
import dev.pawl.images.archive.image.ImageDocuments.ImageConfig;
import dev.pawl.images.archive.image.ImageDocuments.SavedLayer;
import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveTerms;
import dev.pawl.images.archive.rule.ArchiveViolation;
import dev.pawl.images.archive.tar.FileBytes.Span;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Images as an OCI layout describes them, starting at its `index.json`.
public final class OciImage {
    public static final String DOCUMENT = "index.json";
    public static final String MARK = "oci-layout";

    private static final int INDEXES_DEEP_MAX = 3;
    private static final int IMAGES_MAX = 1_000;
    private static final String NAME = "org.opencontainers.image.ref.name";
    private static final String FULL_NAME = "io.containerd.image.name";

    private final ImageDocuments documents;
    private final List<Choice<Descriptor>> choices = new ArrayList<>();

    private OciImage(ImageDocuments documents) {
        this.documents = documents;
    }

    /// Returns the layers of the chosen image, lowest first.
    public static List<SavedLayer> layers(ImageDocuments documents, ArchiveTerms terms)
            throws IOException {
        var images = new OciImage(documents);
        images.add(documents.read(DOCUMENT, Index.class), List.of(), 1);
        return images.layers(Choice.of(images.choices, terms));
    }

    /// Adds the images of an index; images of a nested index have its names too.
    private void add(Index index, List<String> names, int depth) throws IOException {
        for (Descriptor descriptor :
                Objects.requireNonNullElse(index.manifests(), List.<@Nullable Descriptor>of())) {
            Descriptor image = ImageDocuments.need(descriptor, DOCUMENT, "a manifest");
            if (image.isAttestation()) continue;
            List<String> all = new ArrayList<>(image.names());
            all.addAll(names);
            if (!image.isIndex()) {
                choices.add(new Choice<>(image, all));
            } else if (depth < INDEXES_DEEP_MAX) {
                add(documents.blob(image.digest(), "an index", Index.class), all, depth + 1);
            } else {
                throw ArchiveViolation.of(
                        ArchiveRule.IMAGE_DOCUMENT,
                        "expected at most %d nested indexes".formatted(INDEXES_DEEP_MAX));
            }
            if (choices.size() > IMAGES_MAX) {
                throw ArchiveViolation.of(
                        ArchiveRule.IMAGE_DOCUMENT,
                        "expected at most %d images".formatted(IMAGES_MAX));
            }
        }
    }

    private List<SavedLayer> layers(Descriptor image) throws IOException {
        Image manifest = documents.blob(image.digest(), "a manifest", Image.class);
        String path = ImageDocuments.path(image.digest(), "a manifest");
        Descriptor config = ImageDocuments.need(manifest.config(), path, "a config");
        List<@Nullable Descriptor> layers = ImageDocuments.need(manifest.layers(), path, "layers");
        List<String> diffIds =
                ImageConfig.diffIds(
                        documents.blob(config.digest(), "a config", ImageConfig.class),
                        ImageDocuments.path(config.digest(), "a config"),
                        layers.size());
        List<SavedLayer> found = new ArrayList<>();
        for (int i = 0; i < layers.size(); i++) {
            Descriptor layer = ImageDocuments.need(layers.get(i), path, "a layer");
            String at = ImageDocuments.path(layer.digest(), "a layer");
            Span span = documents.members().find(at, "a layer");
            found.add(new SavedLayer(at, span, layer.digest(), diffIds.get(i)));
        }
        return found;
    }

    /// An index, with the field names of the layout.
    record Index(@Nullable List<@Nullable Descriptor> manifests) {}

    /// A manifest, with the field names of the layout.
    public record Image(@Nullable Descriptor config, @Nullable List<@Nullable Descriptor> layers) {}

    /// A reference to a blob, with the field names of the layout.
    record Descriptor(
            @Nullable String mediaType,
            @Nullable String digest,
            @Nullable Map<String, String> annotations,
            @Nullable Platform platform) {

        boolean isIndex() {
            return mediaType != null
                    && (mediaType.contains("image.index") || mediaType.contains("manifest.list"));
        }

        /// Builders store attestations beside an image, for the platform `unknown`.
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

    /// The platform of an image.
    record Platform(@Nullable String os, @Nullable String architecture) {}
}
