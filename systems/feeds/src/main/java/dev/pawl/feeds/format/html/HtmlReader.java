package dev.pawl.feeds.format.html;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the tags of a page one after the other, without the content of scripts and styles.
public final class HtmlReader implements AutoCloseable {
    private static final int END = -1;
    private static final int CHARS_MAX = 8 * 1024;
    private static final int HEAD_CHARS = 1_024;
    private static final Set<String> RAW = Set.of("script", "style");

    private final String document;
    private final Reader in;
    private int next;
    private boolean ended;

    private HtmlReader(String document, Reader in) throws IOException {
        this.document = document;
        this.in = in;
        this.next = in.read();
        until('<');
    }

    /// Opens a page before its first tag.
    public static HtmlReader open(Document document) throws IOException {
        return new HtmlReader(
                document.name(),
                new BufferedReader(new InputStreamReader(document.open(), StandardCharsets.UTF_8)));
    }

    /// Returns whether a document starts like a page.
    public static boolean isOne(Document document) throws IOException {
        String head = new String(document.head(), StandardCharsets.UTF_8);
        String start = head.substring(0, Math.min(HEAD_CHARS, head.length()));
        String text = start.replace("\ufeff", "").stripLeading().toLowerCase(Locale.ROOT);
        return text.startsWith("<!doctype html") || text.startsWith("<html");
    }

    /// Returns the next tag, or null after the last. Throws [BadDocument] at the end of a truncated
    /// page.
    public @Nullable Tag next() throws IOException {
        if (next == END) return end();
        String inside = until('>');
        String name = inside.split("[\\s>]", 2)[0].toLowerCase(Locale.ROOT);
        String attributes = inside.substring(Math.min(inside.length(), name.length()));
        String text = until('<');
        ended |= name.equals("/html");
        if (!RAW.contains(name)) return new Tag(name, attributes, text);
        while (next != END && !endsRaw(name)) until('<');
        return new Tag(name, attributes, "");
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private @Nullable Tag end() throws BadDocument {
        if (ended) return null;
        throw new BadDocument(
                "%s: expected </html> at the end of a page, found none: it is truncated"
                        .formatted(document));
    }

    /// Checks what follows a `<` in a script or style, without consuming it.
    private boolean endsRaw(String name) throws IOException {
        if (next != '/') return false;
        in.mark(name.length() + 1);
        char[] ahead = new char[name.length()];
        int read = in.read(ahead, 0, ahead.length);
        in.reset();
        return read == ahead.length && new String(ahead).equalsIgnoreCase(name);
    }

    /// Reads past the next `end` and returns the text before it, up to a maximum length.
    private String until(char end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (next != END && next != end) {
            if (text.length() < CHARS_MAX) text.append((char) next);
            next = in.read();
        }
        if (next != END) next = in.read();
        return text.toString();
    }
}
