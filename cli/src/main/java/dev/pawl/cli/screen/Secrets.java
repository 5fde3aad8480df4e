package dev.pawl.cli.screen;

import java.util.regex.Pattern;

/// Removes passwords from what is printed: the URL of a database may contain one.
public final class Secrets {
    private static final Pattern PARAMETER =
            Pattern.compile("(password=)[^&\\s]*", Pattern.CASE_INSENSITIVE);
    private static final Pattern BEFORE_THE_HOST = Pattern.compile("(//[^/@\\s:]*:)\\S*@");

    private Secrets() {}

    /// Returns the text with stars in place of passwords.
    public static String masked(String text) {
        String shown = PARAMETER.matcher(text).replaceAll("$1***");
        return BEFORE_THE_HOST.matcher(shown).replaceAll("$1***@");
    }
}
