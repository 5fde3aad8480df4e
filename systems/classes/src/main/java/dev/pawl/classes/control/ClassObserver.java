package dev.pawl.classes.control;

import dev.pawl.classes.cluster.InformerSource;
import dev.pawl.classes.cluster.Informers;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.observation.ChildReader;
import dev.pawl.classes.observation.ChildState;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.observation.PodState;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.format.RuntimeReader;
import dev.pawl.classes.template.TemplateDescriptor;
import dev.pawl.controller.ObjectKey;
import dev.pawl.controller.Observer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Observes classes in the informers' copies.
public final class ClassObserver implements Observer<ClassView> {
    private final ClusterLink link;
    private final Set<ManagedKind> kinds;
    private final Analyses analyses;
    private final Routers routers;

    /// Creates an observer of classes with children of these kinds.
    ClassObserver(ClusterLink link, Set<ManagedKind> kinds, Analyses analyses, Routers routers) {
        this.link = link;
        this.kinds = Set.copyOf(kinds);
        this.analyses = analyses;
        this.routers = routers;
    }

    @Override
    public Optional<ClassView> observe(ObjectKey key) {
        Informers informers = link.informers();
        return informers
                .cache(ResourceKind.CLASS_RUNTIME)
                .get(key)
                .map(manifest -> view(informers, manifest));
    }

    @Override
    public long generation(ClassView view) {
        return view.runtime().generation();
    }

    private ClassView view(Informers informers, ResourceManifest manifest) {
        ClassRuntime runtime = RuntimeReader.read(manifest);
        ObjectKey key = runtime.key();
        String owner = TemplateDescriptor.ownerLabel(key.name()).getValue();
        List<ChildState> children = new ArrayList<>();
        for (ManagedKind kind : kinds) {
            // The label of the role distinguishes two roles of one kind.
            if (kind.isOfDataGrid()) continue;
            for (ResourceManifest each :
                    informers.cache(kind.resource()).labelled(key.namespace(), owner)) {
                children.add(ChildReader.child(each, kind));
            }
        }
        List<PodState> pods = new ArrayList<>();
        for (ResourceManifest pod :
                informers.cache(ResourceKind.POD).labelled(key.namespace(), owner)) {
            pods.add(ChildReader.pod(pod));
        }
        return new ClassView(
                runtime,
                children,
                pods,
                lost(informers),
                foreignAutoscalers(informers, runtime, children),
                analyses.latest(key),
                routers.in(key.namespace()),
                manifest.annotation(ClassRuntime.HOLD));
    }

    private Set<ManagedKind> lost(Informers informers) {
        Map<InformerSource, ?> lost = informers.lost();
        if (lost.isEmpty()) return Set.of();
        Set<ManagedKind> all = EnumSet.noneOf(ManagedKind.class);
        for (InformerSource source : lost.keySet()) {
            for (ManagedKind kind : kinds) {
                if (kind.resource().equals(source.kind())) all.add(kind);
            }
        }
        return all;
    }

    /// Returns the autoscalers of other parties, by the workload that they scale.
    private Map<String, String> foreignAutoscalers(
            Informers informers, ClassRuntime runtime, List<ChildState> children) {
        if (!kinds.contains(ManagedKind.HPA)) return Map.of();
        Map<String, String> found = new HashMap<>();
        for (ResourceManifest each : informers.cache(ResourceKind.AUTOSCALER).all()) {
            boolean isForeign =
                    each.namespace().equals(runtime.key().namespace())
                            && !runtime.uid().equals(each.controllerUid());
            if (!isForeign) continue;
            String scaled = ChildReader.scaled(each);
            boolean isOurs = children.stream().anyMatch(child -> child.ref().name().equals(scaled));
            if (isOurs) found.put(scaled, each.name());
        }
        return found;
    }
}
