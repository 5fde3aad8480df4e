package dev.pawl.images.archive.rule;

import java.nio.charset.StandardCharsets;

/// Escapes text from archives for logs, terminals and manifests.
public final class EscapedText {
    private static final int SHOWN_MAX = 160;
    private static final int BYTES_SHOWN = 24;

    private EscapedText() {}

    /// Returns `text` with a backslash before backslashes and quotes, and codes for invisible
    /// characters. The result is unambiguous and can be read back.
    public static String of(String text) {
        StringBuilder shown = new StringBuilder(text.length() + 8);
        text.codePoints().forEach(point -> append(shown, point));
        return shown.toString();
    }

    /// Returns `text` escaped; of a long text only its start and end.
    public static String shortened(String text) {
        String all = of(text);
        if (all.length() <= SHOWN_MAX) return all;
        int half = SHOWN_MAX / 2;
        return all.substring(0, half) + "…" + all.substring(all.length() - half);
    }

    /// Returns the first bytes of a file in quotes.
    public static String bytes(byte[] bytes, int length) {
        int shown = Math.min(length, BYTES_SHOWN);
        String text = new String(bytes, 0, shown, StandardCharsets.ISO_8859_1);
        return "'%s'%s".formatted(of(text), length > shown ? "…" : "");
    }

    /// Returns the text whose escaped form is `shown`.
    public static String read(String shown) {
        if (shown.indexOf('\\') < 0) return shown;
        StringBuilder text = new StringBuilder(shown.length());
        for (int i = 0; i < shown.length(); i++) {
            char c = shown.charAt(i);
            if (c != '\\') {
                text.append(c);
            } else if (shown.charAt(++i) == 'u') {
                int end = shown.indexOf('}', i);
                text.appendCodePoint(Integer.parseInt(shown, i + 2, end, 16));
                i = end;
            } else {
                text.append(shown.charAt(i));
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder shown, int point) {
        if (point == '\\' || point == '\'') {
            shown.append('\\').append((char) point);
        } else if (isVisible(point)) {
            shown.appendCodePoint(point);
        } else {
            shown.append("\\u{%x}".formatted(point));
        }
    }

    /// Formatting characters count as invisible: they can reverse the direction of a line.
    private static boolean isVisible(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> true;
        };
    }
}
