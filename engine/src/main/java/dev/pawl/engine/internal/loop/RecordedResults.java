package dev.pawl.engine.internal.loop;

import dev.pawl.engine.Limits;
import dev.pawl.engine.Refused;
import dev.pawl.engine.internal.decision.Input;
import dev.pawl.engine.internal.decision.PayloadSize;
import dev.pawl.engine.internal.kernel.LiveRun;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import java.util.Collection;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The results that a visit of a state has recorded; `recorder` records one more, and returns
/// whether the attempt may still do so.
record RecordedResults(LiveRun live, Predicate<Input> recorder) implements BodyExecutor.Memory {

    @Override
    public @Nullable Payload recall(String name) {
        Run run = live.run;
        return run == null ? null : run.data().memos().get(name);
    }

    @Override
    public void record(String name, Payload value) {
        TextSize.checkKey("the name of a result", name);
        PayloadSize.check("result '" + name + "'", value);
        Run run = live.run;
        if (run != null) requireRoom(run.data().memos().values(), value);
        if (!recorder.test(new Input.Recorded(name, value))) {
            throw new Refused("the attempt has ended and can record nothing more");
        }
    }

    private static void requireRoom(Collection<Payload> recorded, Payload value) {
        if (recorded.size() >= Limits.MEMOS_MAX) {
            throw new Refused.TooLarge(
                    "a visit of a state records at most %d results".formatted(Limits.MEMOS_MAX));
        }
        // As many small results as a visit records are never too large, so they are not counted.
        if (value.size() <= Limits.MEMOS_BYTES_MAX / Limits.MEMOS_MAX) return;
        long bytes = recorded.stream().mapToLong(Payload::size).sum() + value.size();
        if (bytes > Limits.MEMOS_BYTES_MAX) {
            throw new Refused.TooLarge(
                    "the results that a visit of a state records have at most %d bytes, not %d"
                                    .formatted(Limits.MEMOS_BYTES_MAX, bytes)
                            + "; keep large data elsewhere and record a reference to it");
        }
    }
}
