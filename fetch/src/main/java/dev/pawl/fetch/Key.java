package dev.pawl.fetch;

import dev.pawl.fetch.FetchException.Kind;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The name of an object in a source: components separated by slashes.
public record Key(String text) {
    /// The limit of S3.
    public static final int BYTES_MAX = 1024;

    public Key {
        String fault = fault(text);
        if (fault != null) throw new IllegalArgumentException(fault);
    }

    /// Returns the key, or throws with the kind `BAD_KEY` and the rule that the text breaks.
    public static Key of(String text) throws FetchException {
        String fault = fault(text);
        if (fault != null) throw FetchException.of(Kind.BAD_KEY, fault, null);
        return new Key(text);
    }

    public static boolean isUsable(String text) {
        return fault(text) == null;
    }

    public List<String> components() {
        return List.of(text.split("/", -1));
    }

    @Override
    public String toString() {
        return text;
    }

    /// Checked before anything else is done with a key, because it comes from outside and becomes a
    /// path.
    private static @Nullable String fault(String text) {
        if (text.isEmpty()) return "expected a key, found an empty text";
        int bytes = bytes(text);
        if (bytes < 0) return "expected a key in Unicode, found half of a surrogate pair";
        if (bytes > BYTES_MAX) {
            return "expected a key of at most %d bytes, found %d".formatted(BYTES_MAX, bytes);
        }
        int control = text.chars().filter(Character::isISOControl).findFirst().orElse(-1);
        if (control >= 0) {
            return "expected a key without control characters, found U+%04X at %d"
                    .formatted(control, text.indexOf(control));
        }
        if (text.startsWith("/")) return "expected a key without a leading '/', found " + text;
        for (String component : text.split("/", -1)) {
            if (component.isEmpty() || component.equals(".") || component.equals("..")) {
                return "expected a key without a component '%s', found %s"
                        .formatted(component, text);
            }
        }
        return null;
    }

    private static int bytes(String text) {
        try {
            var encoder = StandardCharsets.UTF_8.newEncoder();
            return encoder.encode(CharBuffer.wrap(text)).remaining();
        } catch (CharacterCodingException e) {
            return -1;
        }
    }
}
