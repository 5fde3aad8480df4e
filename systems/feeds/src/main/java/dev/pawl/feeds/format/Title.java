package dev.pawl.feeds.format;

/// Shortens texts to titles.
public final class Title {
    private static final int CHARS_MAX = 120;

    private Title() {}

    /// Returns a text on one line, shortened at a word boundary.
    public static String of(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        if (line.length() <= CHARS_MAX) return line;
        int space = line.lastIndexOf(' ', CHARS_MAX - 1);
        int end = space > 0 ? space : CHARS_MAX - 1;
        if (Character.isHighSurrogate(line.charAt(end - 1))) end--;
        return line.substring(0, end) + "…";
    }
}
