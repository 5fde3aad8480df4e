package dev.pawl.images.table;

import dev.pawl.fetch.Sha256;
import dev.pawl.images.request.ProcessRequest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Ids and names that are derived, so that the same input always has the same id.
///
/// An image is one version of an object: another validator under the same key is another image.
public final class ImageIds {
    private static final int ID_DIGITS = 32;
    private static final int DEVICE_DIGITS = 16;
    private static final int KEY_CHARS = 100;

    private ImageIds() {}

    public static String image(String source, String key, Optional<String> validator) {
        String all = source + "\n" + key + "\n" + validator.orElse("");
        return "img-" + digest(all).substring(0, ID_DIGITS);
    }

    /// Returns the name of the volume of an image; its number comes from a table.
    public static String device(String imageId) {
        return "thin-" + digest(imageId).substring(0, DEVICE_DIGITS);
    }

    /// Returns the key of a run: the object's key for people, and a digest that makes it unique.
    public static String request(ProcessRequest request) {
        String snapshot = request.snapshotName() == null ? "" : request.snapshotName();
        String all = request.source() + "\n" + request.s3Key() + "\n" + snapshot;
        String name = request.s3Key();
        String shown = name.length() <= KEY_CHARS ? name : name.substring(0, KEY_CHARS);
        return shown + "#" + digest(all).substring(0, DEVICE_DIGITS);
    }

    private static String digest(String text) {
        return Sha256.of(text.getBytes(StandardCharsets.UTF_8)).hex();
    }
}
