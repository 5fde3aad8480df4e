package dev.pawl.engine.internal.loop;

import dev.pawl.engine.Limits;
import dev.pawl.engine.Refused;
import dev.pawl.run.Payload;

/// How much one outcome starts or sends: it becomes durable in one commit, which is held in memory
/// and keeps others waiting.
final class OutcomeSize {
    private final String what;
    private long bytes;

    private OutcomeSize(String what, int count, int countMax) {
        this.what = what;
        if (count > countMax) {
            throw new Refused.TooLarge(
                    "one outcome %s up to %d, not %d; %s"
                            .formatted(what, countMax, count, advice()));
        }
    }

    static OutcomeSize ofStarts(int count) {
        return new OutcomeSize("starts runs:", count, Limits.OUTCOME_STARTS_MAX);
    }

    static OutcomeSize ofSends(int count) {
        return new OutcomeSize("sends events:", count, Limits.OUTCOME_SENDS_MAX);
    }

    /// Counts a request or an event.
    void add(Payload payload) {
        bytes += payload.size();
        if (bytes > Limits.OUTCOME_BYTES_MAX) {
            throw new Refused.TooLarge(
                    "one outcome %s up to %d bytes together; keep large data elsewhere and pass a"
                                    .formatted(what, Limits.OUTCOME_BYTES_MAX)
                            + " reference to it, or "
                            + advice());
        }
    }

    private static String advice() {
        return "do it in portions: answer attempt.repeatWith(cursor) with the next portion"
                + " attached, until the cursor is at the end";
    }
}
