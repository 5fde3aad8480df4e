package dev.pawl.engine.internal.loop;

import dev.pawl.engine.Limits;
import dev.pawl.engine.Refused;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The bounds on keys, names and labels, in bytes.
final class TextSize {
    private TextSize() {}

    /// Throws [Refused.TooLarge] if a key or name exceeds the bound.
    static void checkKey(String what, @Nullable String key) {
        if (key == null) return;
        int size = bytes(key);
        if (size > Limits.KEY_BYTES_MAX) {
            throw new Refused.TooLarge(
                    "%s has at most %d bytes in UTF-8, not %d"
                            .formatted(what, Limits.KEY_BYTES_MAX, size));
        }
    }

    /// Throws [Refused.TooLarge] if the labels of a run exceed the bound.
    static void checkLabels(Map<String, String> labels) {
        long size = 0;
        for (var each : labels.entrySet()) size += bytes(each.getKey()) + bytes(each.getValue());
        if (size > Limits.LABELS_BYTES_MAX) {
            throw new Refused.TooLarge(
                    "the labels of a run have at most %d bytes in UTF-8, not %d; put data into the"
                                    .formatted(Limits.LABELS_BYTES_MAX, size)
                            + " request");
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
