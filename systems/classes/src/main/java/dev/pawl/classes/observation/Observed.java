package dev.pawl.classes.observation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Everything that was seen about one class.
///
/// `lost` has the kinds that could not be listed: nothing is known about their children.
/// `autoscalers` maps a workload to the autoscaler that another party set on it.
public record Observed(
        Map<ChildRef, ChildState> children,
        List<PodState> pods,
        Set<ManagedKind> lost,
        Map<String, String> autoscalers,
        Signals signals) {
    /// Nothing was found, and every source was read.
    public static final Observed NOTHING =
            new Observed(Map.of(), List.of(), Set.of(), Map.of(), Signals.UNKNOWN);

    public Observed {
        children = Collections.unmodifiableMap(new LinkedHashMap<>(children));
        pods = List.copyOf(pods);
        lost = Set.copyOf(lost);
        autoscalers = Map.copyOf(autoscalers);
    }

    /// Returns a view of children and pods with every source read.
    public static Observed of(List<ChildState> children, List<PodState> pods) {
        Map<ChildRef, ChildState> byRef = new LinkedHashMap<>();
        for (ChildState child : children) byRef.put(child.ref(), child);
        return new Observed(byRef, pods, Set.of(), Map.of(), Signals.UNKNOWN);
    }

    /// Returns the children that the resource with this uid controls.
    public List<ChildState> childrenOf(String uid) {
        List<ChildState> own = new ArrayList<>();
        for (ChildState child : children.values()) if (child.belongsTo(uid)) own.add(child);
        return own;
    }

    /// Returns the children that carry the label but belong to another resource, or to none.
    public List<ChildState> foreignTo(String uid) {
        List<ChildState> foreign = new ArrayList<>();
        for (ChildState child : children.values()) if (!child.belongsTo(uid)) foreign.add(child);
        return foreign;
    }

    /// Returns this view with sources that could not be read.
    public Observed losing(Set<ManagedKind> kinds) {
        return new Observed(children, pods, kinds, autoscalers, signals);
    }

    /// Returns this view with autoscalers of other parties.
    public Observed scaledBy(Map<String, String> others) {
        return new Observed(children, pods, lost, others, signals);
    }

    /// Returns this view with other signals.
    public Observed with(Signals others) {
        return new Observed(children, pods, lost, autoscalers, others);
    }

    /// What gates ask for beyond children; null where it is unknown.
    public record Signals(
            @Nullable Double systemLoad,
            @Nullable Boolean partitionsHealthy,
            @Nullable Boolean leaderStable) {
        public static final Signals UNKNOWN = new Signals(null, null, null);
    }
}
