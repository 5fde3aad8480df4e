package dev.pawl.images.archive.image;

import dev.pawl.images.archive.image.ImageDocuments.Choice;
import dev.pawl.images.archive.image.ImageDocuments.ImageConfig;
import dev.pawl.images.archive.image.ImageDocuments.SavedLayer;
import dev.pawl.images.archive.rule.ArchiveTerms;
import dev.pawl.images.archive.tar.FileBytes.Span;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Images as `docker save` describes them, in a `manifest.json`.
public final class DockerImage {
    public static final String DOCUMENT = "manifest.json";

    private DockerImage() {}

    /// Returns the layers of the chosen image, lowest first.
    public static List<SavedLayer> layers(ImageDocuments documents, ArchiveTerms terms)
            throws IOException {
        Saved[] all = documents.read(DOCUMENT, Saved[].class);
        List<Choice<Saved>> choices = new ArrayList<>();
        for (Saved saved : all) {
            ImageDocuments.need(saved, DOCUMENT, "an image");
            choices.add(new Choice<>(saved, names(saved)));
        }
        Saved saved = Choice.of(choices, terms);
        String config = ImageDocuments.need(saved.Config(), DOCUMENT, "a Config");
        List<@Nullable String> layers = ImageDocuments.need(saved.Layers(), DOCUMENT, "Layers");
        List<String> diffIds =
                ImageConfig.diffIds(
                        documents.read(config, ImageConfig.class), config, layers.size());
        List<SavedLayer> found = new ArrayList<>();
        for (int i = 0; i < layers.size(); i++) {
            String path = ImageDocuments.need(layers.get(i), DOCUMENT, "a layer");
            Span span = documents.members().find(path, "a layer");
            found.add(new SavedLayer(path, span, null, diffIds.get(i)));
        }
        return found;
    }

    private static List<String> names(Saved saved) {
        String config = saved.Config() == null ? "" : saved.Config();
        String digest = config.substring(config.lastIndexOf('/') + 1).replace(".json", "");
        Stream<String> tags = saved.RepoTags() == null ? Stream.of() : saved.RepoTags().stream();
        return Stream.concat(tags, Stream.of(digest, "sha256:" + digest)).toList();
    }

    /// An image in the document, with the field names of the document.
    record Saved(
            @Nullable String Config,
            @Nullable List<String> RepoTags,
            @Nullable List<@Nullable String> Layers) {}
}
