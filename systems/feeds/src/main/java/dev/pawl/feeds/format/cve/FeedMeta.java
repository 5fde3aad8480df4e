package dev.pawl.feeds.format.cve;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import dev.pawl.fetch.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The `.meta` file of an NVD feed: size and SHA-256 (uppercase) of the decompressed feed.
public record FeedMeta(String sha256, long size) {
    private static final Pattern FEED = Pattern.compile("(.+?)\\.json(?:\\.gz|\\.zip)?");
    private static final Pattern SHA256 = Pattern.compile("[0-9A-F]{64}");
    private static final Pattern SIZE = Pattern.compile("[0-9]{1,18}");
    private static final long BYTES_MAX = 64L << 10;
    private static final int BUFFER_BYTES = 64 << 10;

    /// Reads the file next to a feed: `nvdcve-X.meta` for `nvdcve-X.json.gz`.
    public static Optional<FeedMeta> beside(Path feed) throws IOException {
        Matcher name = FEED.matcher(feed.getFileName().toString());
        if (!name.matches()) return Optional.empty();
        Path meta = feed.resolveSibling(name.group(1) + ".meta");
        if (!Files.isRegularFile(meta)) return Optional.empty();
        if (Files.size(meta) > BYTES_MAX) {
            throw new BadDocument(
                    "%s: expected at most %d bytes, found %d"
                            .formatted(meta, BYTES_MAX, Files.size(meta)));
        }
        try {
            return Optional.of(parse(Files.readString(meta)));
        } catch (BadDocument e) {
            throw new BadDocument("%s: %s".formatted(meta, e.getMessage()), e);
        }
    }

    /// Parses lines of `name:value`.
    static FeedMeta parse(String text) throws BadDocument {
        Map<String, String> values = new HashMap<>();
        for (String line : text.lines().toList()) {
            int colon = line.indexOf(':');
            if (colon > 0) values.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        String sha256 = values.getOrDefault("sha256", "").toUpperCase(Locale.ROOT);
        String size = values.getOrDefault("size", "");
        require(SHA256, sha256, "64 hexadecimal digits in 'sha256'");
        require(SIZE, size, "a number in 'size'");
        return new FeedMeta(sha256, Long.parseLong(size));
    }

    /// Reads a feed; throws [BadDocument] if its digest differs.
    public void require(Document feed) throws IOException {
        MessageDigest digest = Sha256.digest();
        long bytes = 0;
        try (InputStream in = feed.open()) {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
                bytes += read;
            }
        }
        String found = HexFormat.of().withUpperCase().formatHex(digest.digest());
        if (found.equals(sha256)) return;
        throw new BadDocument(
                "%s: expected SHA-256 %s of %d bytes according to its .meta, found %s of %d bytes"
                        .formatted(feed.name(), sha256, size, found, bytes));
    }

    private static void require(Pattern pattern, String value, String what) throws BadDocument {
        if (pattern.matcher(value).matches()) return;
        throw new BadDocument(
                "expected %s, found %s"
                        .formatted(what, value.isEmpty() ? "none" : "'" + value + "'"));
    }
}
