package dev.pawl.classes.evaluation;

import dev.pawl.classes.enforcement.EnforcementState;
import dev.pawl.classes.resource.ClassRuntimeStatus;
import dev.pawl.classes.resource.NfrStatus;
import dev.pawl.classes.resource.WorkloadStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The memory of a manager that takes over: what its own store has, or what the status says if that
/// is later. Timers so keep their original time although each manager has a store of its own.
public final class RestoredMemory {
    private RestoredMemory() {}

    /// Returns the memory to evaluate with; the same object if the status says nothing later.
    public static ClassMemory of(ClassMemory memory, ClassRuntimeStatus status) {
        if (memory.generation() < status.observedGeneration()) return restored(status);
        WorkloadStatus.Progress progress = status.workload().progress();
        List<EnforcementState> enforcement = enforcement(memory, status.nfr());
        boolean isPhaseLater = isLater(progress.phaseSince(), memory.phaseSince());
        if (!isPhaseLater && enforcement.equals(memory.enforcement())) return memory;
        return new ClassMemory(
                memory.generation(),
                isPhaseLater ? progress.since() : memory.progressSince(),
                isPhaseLater ? progress.phaseSince() : memory.phaseSince(),
                isPhaseLater ? progress.clearSince() : memory.clearSince(),
                memory.applied(),
                memory.orphans(),
                enforcement,
                memory.metricsEnsured());
    }

    /// A generation that this manager has not handled: what it remembers is of no use.
    private static ClassMemory restored(ClassRuntimeStatus status) {
        WorkloadStatus.Progress progress = status.workload().progress();
        return new ClassMemory(
                status.observedGeneration(),
                progress.since(),
                progress.phaseSince(),
                progress.clearSince(),
                List.of(),
                List.of(),
                status.nfr().enforcement().stream().map(EnforcementState::of).toList(),
                false);
    }

    private static List<EnforcementState> enforcement(ClassMemory memory, NfrStatus nfr) {
        List<EnforcementState> known = memory.enforcement();
        List<EnforcementState> changed = null;
        for (NfrStatus.Enforcement each : nfr.enforcement()) {
            EnforcementState before = memory.state(each.functionKey(), each.dimension());
            EnforcementState later = before.laterOf(each);
            if (later.equals(before)) continue;
            if (changed == null) changed = new ArrayList<>(known);
            int index = changed.indexOf(before);
            if (index < 0) changed.add(later);
            else changed.set(index, later);
        }
        return changed == null ? known : changed;
    }

    private static boolean isLater(@Nullable Instant one, @Nullable Instant other) {
        return one != null && (other == null || one.isAfter(other));
    }
}
