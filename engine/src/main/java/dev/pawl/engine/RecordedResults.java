package dev.pawl.engine;

import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The results that a visit of a state has recorded; `recorder` records one more, and returns
/// whether the attempt may still do so.
record RecordedResults(Cell cell, Predicate<Input> recorder) implements Runner.Memory {

    @Override
    public @Nullable Payload recall(String name) {
        Run run = cell.run;
        return run == null ? null : run.data().memos().get(name);
    }

    @Override
    public void record(String name, Payload value) {
        Run run = cell.run;
        if (run != null && run.data().memos().size() >= Limits.MEMOS_MAX) {
            throw new Refused.TooLarge(
                    "a visit of a state records at most %d results".formatted(Limits.MEMOS_MAX));
        }
        if (!recorder.test(new Input.Recorded(name, value))) {
            throw new Refused("the attempt is over, and records nothing any more");
        }
    }
}
