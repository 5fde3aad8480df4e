package dev.pawl.diamonds.stone;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/// Short digests by which two payloads, or two stones, are recognised as equal.
public final class ContentHash {
    private static final int BYTES = 12;

    private ContentHash() {}

    /// Returns the digest of a text.
    public static String of(String text) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Returns the digest of all fields, whose map must have a fixed order.
    public static String of(Map<String, String> fields) {
        StringBuilder text = new StringBuilder();
        // The length keeps a value that looks like the next field from being read as one.
        fields.forEach((name, value) -> {
            text.append(name).append('=').append(value.length()).append(':');
            text.append(value).append('\n');
        });
        return of(text.toString());
    }
}
