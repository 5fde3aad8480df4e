package dev.pawl.classes.control;

import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ChildState;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.observation.Observed;
import dev.pawl.classes.observation.PodState;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.WorkloadStatus.Router;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Everything that is known about a class at one moment.
///
/// `routers` has the routers of its namespace, `hold` says why an operator holds it.
public record ClassView(
        ClassRuntime runtime,
        List<ChildState> children,
        List<PodState> pods,
        Set<ManagedKind> lost,
        Map<String, String> autoscalers,
        AnalysisResult analysis,
        List<Router> routers,
        @Nullable String hold) {
    public ClassView {
        routers = List.copyOf(routers);
        children = List.copyOf(children);
        pods = List.copyOf(pods);
        lost = Set.copyOf(lost);
        autoscalers = Map.copyOf(autoscalers);
    }

    Observed observed() {
        Map<ChildRef, ChildState> byRef = new LinkedHashMap<>();
        for (ChildState child : children) byRef.put(child.ref(), child);
        return new Observed(byRef, pods, lost, autoscalers, analysis.signals());
    }
}
