package dev.pawl.diamonds.supplier;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/// Hashes JSON by its content: the first 128 bits of SHA-256 over its canonical text, which has no
/// white space and the fields of each object sorted by name.
///
/// A value counts as it is written, so `1.0` and `1` differ. For one thread.
final class PayloadHash {
    private static final int BYTES = 16;

    private final MessageDigest digest;

    PayloadHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /// Returns the hash of a canonical text in hexadecimal.
    String of(CharSequence canonical) {
        byte[] whole = digest.digest(canonical.toString().getBytes(UTF_8));
        return HexFormat.of().formatHex(Arrays.copyOf(whole, BYTES));
    }
}
