package dev.pawl.classes.status;

import dev.pawl.classes.enforcement.EnforcementState;
import dev.pawl.classes.evaluation.ClassMemory;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.NfrStatus;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.WorkloadStatus;
import dev.pawl.classes.resource.format.RuntimeWriter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The part of a memory that a status keeps, so that a manager with another store continues with
/// the same times; and the revision that has become available, null if there is none.
public record KeptState(
        WorkloadStatus.Progress progress,
        List<NfrStatus.Enforcement> enforcement,
        WorkloadStatus.@Nullable Revision available) {
    public KeptState {
        enforcement = List.copyOf(enforcement);
    }

    /// Returns what is kept of a class that is in `phase` now.
    public static KeptState of(ClassRuntime runtime, ClassMemory memory, Phase phase, Instant now) {
        return new KeptState(
                new WorkloadStatus.Progress(
                        memory.progressSince(), memory.phaseSince(), memory.clearSince()),
                memory.enforcement().stream().map(EnforcementState::record).toList(),
                phase == Phase.AVAILABLE ? available(runtime, now) : null);
    }

    /// Returns the same without a revision: the spec of a held class may be one that was never
    /// applied.
    public KeptState withoutRevision() {
        return new KeptState(progress, enforcement, null);
    }

    private static WorkloadStatus.@Nullable Revision available(ClassRuntime runtime, Instant now) {
        for (WorkloadStatus.Revision each : runtime.status().workload().revisions()) {
            if (each.generation() == runtime.generation()) return null;
        }
        return new WorkloadStatus.Revision(
                runtime.generation(), now, RuntimeWriter.text(runtime.spec()));
    }
}
