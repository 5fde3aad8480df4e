package dev.pawl.pipeline.alert;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Keys that are derived from an alert, so that the same alert always has the same key.
final class AlertKeys {
    private static final int SHOWN_CHARS = 100;
    private static final int DIGEST_BYTES = 12;

    private AlertKeys() {}

    /// Returns the key of an alert's run: its own key for people, and a digest that makes it unique
    /// and bounded.
    static String of(Alert alert) {
        String full = alert.category() + "/" + alert.dedupeKey();
        String plain = full.replaceAll("[\\p{Cntrl}\\p{Cs}]", " ");
        String shown = plain.length() <= SHOWN_CHARS ? plain : plain.substring(0, SHOWN_CHARS);
        return shown + "#" + digest(alert);
    }

    static String digest(Alert alert) {
        try {
            byte[] text =
                    (alert.category() + "\0" + alert.dedupeKey()).getBytes(StandardCharsets.UTF_8);
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text);
            return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
