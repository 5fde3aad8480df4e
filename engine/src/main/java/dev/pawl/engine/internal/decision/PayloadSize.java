package dev.pawl.engine.internal.decision;

import dev.pawl.engine.Limits;
import dev.pawl.engine.Refused;
import dev.pawl.run.Payload;
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
