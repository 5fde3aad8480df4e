package dev.pawl.feeds.demo;

import java.util.regex.Pattern;

/// The next edition of the CWE sample: one weakness has another description, and one is gone.
final class NextCweEdition {
    private static final Pattern WRITE =
            Pattern.compile("<Weakness ID=\"787\".*?</Weakness>", Pattern.DOTALL);

    private NextCweEdition() {}

    static String next(String catalogue) {
        String newer =
                catalogue
                        .replace("Version=\"4.15\"", "Version=\"4.16\"")
                        .replace("Date=\"2024-07-16\"", "Date=\"2024-11-19\"")
                        .replace("SQL is put together from", "A command is put together from");
        return WRITE.matcher(newer).replaceFirst("");
    }
}
