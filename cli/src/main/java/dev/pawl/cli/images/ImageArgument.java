package dev.pawl.cli.images;

import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.Image;
import picocli.CommandLine.Parameters;

/// The argument that names an image.
final class ImageArgument {
    @Parameters(paramLabel = "IMAGE", description = "Image id, a prefix of it, or its key.")
    String name = "";

    Image in(Catalog catalog) {
        return ImagesContext.image(catalog, name);
    }
}
