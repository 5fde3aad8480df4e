package dev.pawl.feeds.format.html;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A tag of a page, such as `td` or `/td`, and the text up to the next tag.
public record Tag(String name, String attributes, String text) {
    private static final Pattern ID =
            Pattern.compile("(?:^|\\s)id\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'|([^\\s\"'>]+))");

    /// Returns the attribute `id`.
    public Optional<String> id() {
        Matcher matcher = ID.matcher(attributes);
        if (!matcher.find()) return Optional.empty();
        for (int group = 1; group <= matcher.groupCount(); group++) {
            if (matcher.group(group) != null) return Optional.of(matcher.group(group));
        }
        return Optional.empty();
    }
}
