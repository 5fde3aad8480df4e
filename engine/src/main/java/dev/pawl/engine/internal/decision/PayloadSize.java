package dev.pawl.engine.internal.decision;

import dev.pawl.engine.Limits;
import dev.pawl.engine.Refused;
import dev.pawl.run.Payload;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The bound on the size of what a run stores.
public final class PayloadSize {
    private PayloadSize() {}

    /// Throws [Refused.TooLarge] if a payload exceeds the bound.
    public static void check(String what, @Nullable Payload payload) {
        if (isTooLarge(payload)) throw tooLarge(what, payload);
    }

    /// Throws [Refused.TooLarge] if a payload of a machine exceeds the bound.
    public static void check(String what, String machine, @Nullable Payload payload) {
        if (isTooLarge(payload)) throw tooLarge(what + " of " + machine, payload);
    }

    /// Throws [Refused.TooLarge] if a key or name exceeds the bound.
    public static void checkKey(String what, @Nullable String key) {
        if (key == null) return;
        int size = bytes(key);
        if (size > Limits.KEY_BYTES_MAX) {
            throw new Refused.TooLarge(
                    "%s has at most %d bytes in UTF-8, not %d"
                            .formatted(what, Limits.KEY_BYTES_MAX, size));
        }
    }

    /// Throws [Refused.TooLarge] if the labels of a run exceed the bound.
    public static void checkLabels(Map<String, String> labels) {
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

    private static boolean isTooLarge(@Nullable Payload payload) {
        return payload != null && payload.size() > Limits.PAYLOAD_BYTES_MAX;
    }

    private static Refused tooLarge(String what, @Nullable Payload payload) {
        int size = payload == null ? 0 : payload.size();
        return new Refused.TooLarge(
                "the %s has %d bytes, and %d are allowed; keep large data elsewhere and pass a"
                                .formatted(what, size, Limits.PAYLOAD_BYTES_MAX)
                        + " reference to it");
    }
}
