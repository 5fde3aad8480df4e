package dev.pawl.fetch.http;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The header `Content-Range` of a response: the first and the last byte it has, and the length of
/// the whole content.
public record ContentRange(long first, long last, long length) {
    private static final Pattern FORM =
            Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/(\\d{1,18})");

    /// Returns the range, or empty if the header is missing or leaves one of the numbers open.
    public static Optional<ContentRange> parse(@Nullable String header) {
        Matcher form = FORM.matcher(String.valueOf(header));
        if (!form.matches()) return Optional.empty();
        return Optional.of(
                new ContentRange(
                        Long.parseLong(form.group(1)),
                        Long.parseLong(form.group(2)),
                        Long.parseLong(form.group(3))));
    }

    /// Returns whether all bytes from `offset` to the end follow. If `expected` is present, the
    /// content must have that length.
    public boolean isRest(long offset, OptionalLong expected) {
        return first == offset && last == length - 1 && expected.orElse(length) == length;
    }
}
