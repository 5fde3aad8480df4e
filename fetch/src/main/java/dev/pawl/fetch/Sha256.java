package dev.pawl.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// A SHA-256 digest, in 64 lower-case hexadecimal digits.
public record Sha256(String hex) {
    private static final Pattern DIGITS = Pattern.compile("[0-9a-f]{64}");
    private static final int BYTES = 32;

    public Sha256 {
        hex = hex.toLowerCase(Locale.ROOT);
        if (!DIGITS.matcher(hex).matches()) {
            throw new IllegalArgumentException(
                    "expected a SHA-256 of 64 hexadecimal digits, found '%s'".formatted(hex));
        }
    }

    /// Returns a new digest, to be updated.
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    public static Sha256 of(MessageDigest digest) {
        return new Sha256(HexFormat.of().formatHex(digest.digest()));
    }

    /// Returns the digest of some bytes.
    public static Sha256 of(byte[] bytes) {
        return new Sha256(HexFormat.of().formatHex(digest().digest(bytes)));
    }

    /// Returns the digest of a file's content.
    public static Sha256 of(Path file) throws IOException {
        MessageDigest digest = digest();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return of(digest);
    }

    /// Returns the digest in a header in hexadecimal, or empty if it is not one.
    public static Optional<Sha256> ofHex(String text) {
        String digits = text.strip().toLowerCase(Locale.ROOT);
        return DIGITS.matcher(digits).matches()
                ? Optional.of(new Sha256(digits))
                : Optional.empty();
    }

    /// Returns the digest in a header in Base64, or empty if it is not one, such as the digest of
    /// digests that S3 has for an object uploaded in parts.
    public static Optional<Sha256> ofBase64(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text.strip());
            return bytes.length == BYTES
                    ? Optional.of(new Sha256(HexFormat.of().formatHex(bytes)))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return hex;
    }
}
