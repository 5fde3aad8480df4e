package dev.pawl.images;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Names that follow from what they name.
///
/// An image is one content of an object: another validator under the same key is another image.
final class ImageIds {
    private static final int ID_DIGITS = 32;
    private static final int DEVICE_DIGITS = 16;
    private static final int KEY_CHARS = 100;

    private ImageIds() {}

    static String image(String source, String key, String validator) {
        return "img-" + digest(source + "\n" + key + "\n" + validator).substring(0, ID_DIGITS);
    }

    /// Returns the name of the volume of an image; its number is taken from a table.
    static String device(String imageId) {
        return "thin-" + digest(imageId).substring(0, DEVICE_DIGITS);
    }

    /// Returns the name of the snapshot that an image has unless told.
    static String snapshot(String imageId) {
        return "snap-" + imageId;
    }

    /// Returns a key for the run of a request: what people look for, and what tells it from others.
    static String request(ProcessRequest wanted) {
        String all = wanted.source() + "\n" + wanted.s3Key() + "\n" + wanted.snapshotName();
        String name = wanted.s3Key();
        String shown = name.length() <= KEY_CHARS ? name : name.substring(0, KEY_CHARS);
        return shown + "#" + digest(all).substring(0, DEVICE_DIGITS);
    }

    private static String digest(String text) {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
