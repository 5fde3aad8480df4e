package dev.pawl.cli.screen;

import java.util.regex.Pattern;

/// Keeps passwords out of what is printed: an address of a database may have one.
public final class Secrets {
    private static final Pattern PARAMETER =
            Pattern.compile("(password=)[^&\\s]*", Pattern.CASE_INSENSITIVE);
    private static final Pattern BEFORE_THE_HOST = Pattern.compile("(//[^/@\\s:]*:)\\S*@");

    private Secrets() {}

    /// Returns the text with stars in the place of passwords.
    public static String masked(String text) {
        String shown = PARAMETER.matcher(text).replaceAll("$1***");
        return BEFORE_THE_HOST.matcher(shown).replaceAll("$1***@");
    }
}
