package dev.pawl.classes.evaluation;

import dev.pawl.classes.enforcement.ScaleTarget;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.resource.Dimension;
import java.util.List;

/// Something to do in the cluster. Every action can be repeated.
public sealed interface Action {
    /// Adds the finalizer of the controller.
    record EnsureFinalizer() implements Action {}

    /// Applies children, in this order.
    record ApplyWorkload(List<ChildRef> children) implements Action {
        public ApplyWorkload {
            children = List.copyOf(children);
        }
    }

    /// Makes the metrics of the functions known to the metrics system.
    record EnsureMetricsTargets() implements Action {}

    /// Deletes children that are not wanted, each only if it still has its uid.
    record DeleteOrphans(List<Orphan> children) implements Action {
        public DeleteOrphans {
            children = List.copyOf(children);
        }
    }

    /// Sets the replicas of a function, or of the data grid: the least number of its autoscaler if
    /// it has one, else of its workload.
    record EnforceReplicas(String functionKey, Dimension dimension, int target, ScaleTarget where)
            implements Action {}

    /// Sets the CPU or memory of a function.
    record EnforceResources(String functionKey, Dimension dimension, double target, ChildRef where)
            implements Action {}

    /// Removes the finalizer, which ends the resource.
    record RemoveFinalizer() implements Action {}

    /// A child to delete.
    record Orphan(ChildRef ref, String uid) {}
}
