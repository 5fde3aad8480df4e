package dev.pawl.servers;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The files in a directory, as they are at the time of the request.
record FeedFiles(Path directory) {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d{1,18})-");

    FeedAnswer answer(HttpExchange exchange) throws IOException {
        Path file = directory.resolve(exchange.getRequestURI().getPath().substring(1)).normalize();
        if (!file.startsWith(directory) || !Files.isRegularFile(file)) {
            return FeedAnswer.empty(404, Map.of());
        }
        byte[] content = Files.readAllBytes(file);
        String etag = "\"%s\"".formatted(digest(content));
        String modified = DATE.format(Files.getLastModifiedTime(file).toInstant());
        Map<String, String> facts = new HashMap<>();
        facts.put("ETag", etag);
        facts.put("Last-Modified", modified);
        facts.put("Accept-Ranges", "bytes");
        Headers asked = exchange.getRequestHeaders();
        if (isKnown(asked, etag, modified)) return FeedAnswer.empty(304, facts);
        return part(asked, content, facts);
    }

    /// An ETag takes precedence if there is one.
    private static boolean isKnown(Headers asked, String etag, String modified) {
        String tags = asked.getFirst("If-None-Match");
        if (tags != null) return tags.contains(etag);
        return modified.equals(asked.getFirst("If-Modified-Since"));
    }

    private static FeedAnswer part(Headers asked, byte[] content, Map<String, String> facts) {
        Matcher range = RANGE.matcher(String.valueOf(asked.getFirst("Range")));
        String condition = asked.getFirst("If-Range");
        boolean same = condition == null || condition.equals(facts.get("ETag"));
        if (!range.matches() || !same) return new FeedAnswer(200, facts, content);
        long from = Long.parseLong(range.group(1));
        if (from >= content.length) {
            return FeedAnswer.empty(416, Map.of("Content-Range", "bytes */" + content.length));
        }
        facts.put(
                "Content-Range",
                "bytes %d-%d/%d".formatted(from, content.length - 1, content.length));
        return new FeedAnswer(206, facts, Arrays.copyOfRange(content, (int) from, content.length));
    }

    private static String digest(byte[] content) {
        try {
            byte[] sha = MessageDigest.getInstance("SHA-256").digest(content);
            return HexFormat.of().formatHex(sha, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256, this one has not", e);
        }
    }
}
