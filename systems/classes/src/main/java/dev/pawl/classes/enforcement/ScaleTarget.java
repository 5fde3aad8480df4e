package dev.pawl.classes.enforcement;

import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.observation.Observed;
import dev.pawl.classes.template.DesiredState;
import java.util.ArrayList;
import java.util.List;

/// The children that can carry an enforced value, in the order in which they are tried: the
/// autoscaler, then the workload of the function itself.
///
/// Only an autoscaler that is missing leads to the next one; any other error is final.
public record ScaleTarget(List<ChildRef> attempts) {
    public ScaleTarget {
        attempts = List.copyOf(attempts);
    }

    /// Returns the children that can carry the replicas of a function; none if it has no workload.
    public static ScaleTarget ofReplicas(
            DesiredState.Function function, Observed observed, boolean autoscalersEnabled) {
        List<ChildRef> attempts = new ArrayList<>();
        ChildRef workload = function.workload();
        if (workload != null) {
            ChildRef autoscaler = new ChildRef(ManagedKind.HPA, workload.name());
            if (autoscalersEnabled && observed.children().containsKey(autoscaler)) {
                attempts.add(autoscaler);
            }
            attempts.add(workload);
        }
        return new ScaleTarget(attempts);
    }

    /// Returns the child that is tried first.
    public ChildRef first() {
        return attempts.getFirst();
    }

    public boolean isEmpty() {
        return attempts.isEmpty();
    }
}
