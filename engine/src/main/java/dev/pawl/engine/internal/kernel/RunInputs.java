package dev.pawl.engine.internal.kernel;

import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.internal.decision.Input;
import dev.pawl.run.RunId;
import java.util.List;

/// Where the parts of the engine submit what happens to runs.
///
/// [RunLoop][dev.pawl.engine.internal.loop.RunLoop] implements it. The loop uses queues, permits
/// and timers, and they submit inputs to the loop: this interface keeps them from depending on each
/// other.
public interface RunInputs {

    /// Applies an input to a run, makes the decision durable with `extras`, and carries it out.
    ///
    /// Throws at once if the store cannot record it. A caller whose input would be lost waits with
    /// [Kernel#patiently].
    Decision apply(RunId id, Input input, CommitExtras extras);

    /// Applies an input to a run without extras.
    default Decision apply(RunId id, Input input) {
        return apply(id, input, CommitExtras.NONE);
    }

    /// Applies the same input to several runs in one commit.
    List<Decision> applyAll(List<RunId> ids, Input input, CommitExtras extras);
}
