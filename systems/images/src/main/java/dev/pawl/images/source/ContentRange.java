package dev.pawl.images.source;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which bytes of how many an answer has.
final class ContentRange {
    private static final Pattern FORM =
            Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/(\\d{1,18})");

    private ContentRange() {}

    /// Returns whether the header says that all bytes from `offset` on of `length` follow.
    static boolean isRest(@Nullable String header, long offset, long length) {
        Matcher range = FORM.matcher(String.valueOf(header));
        return range.matches()
                && Long.parseLong(range.group(1)) == offset
                && Long.parseLong(range.group(2)) == length - 1
                && Long.parseLong(range.group(3)) == length;
    }
}
