package dev.pawl.feeds.load;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Recognises HTML by its first bytes, and extracts its title.
public final class Html {
    private static final int HEAD_CHARS = 2_000;

    private Html() {}

    public static boolean is(byte[] head) {
        String text = text(head).stripLeading().toLowerCase(Locale.ROOT);
        return text.startsWith("<!doctype html") || text.startsWith("<html");
    }

    /// Returns the title of a page, for messages.
    public static String title(byte[] head) {
        String text = text(head);
        int from = text.toLowerCase(Locale.ROOT).indexOf("<title>");
        int to = text.toLowerCase(Locale.ROOT).indexOf("</title>");
        return from < 0 || to < from
                ? "without a title"
                : text.substring(from + "<title>".length(), to).strip();
    }

    private static String text(byte[] head) {
        int length = Math.min(head.length, HEAD_CHARS);
        return new String(head, 0, length, StandardCharsets.UTF_8);
    }
}
