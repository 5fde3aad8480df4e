package dev.pawl.engine.internal.why;

import dev.pawl.engine.Why;
import dev.pawl.engine.Why.Cause;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Collects the causes for which a run does not move.
final class WhyBuilder {
    final Run run;
    final List<Cause> causes = new ArrayList<>();
    @Nullable Instant movesAt;
    private boolean estimate;

    WhyBuilder(Run run) {
        this.run = run;
    }

    void add(Cause.Kind kind, String text) {
        add(kind, text, null);
    }

    void add(Cause.Kind kind, String text, @Nullable RunId blocking) {
        causes.add(new Cause(kind, text, blocking));
    }

    /// Sets when the run moves.
    void at(@Nullable Instant time, boolean estimated) {
        movesAt = time;
        estimate = estimated;
    }

    Why why() {
        return new Why(run.id(), run.status(), run.state(), causes, movesAt, estimate);
    }
}
