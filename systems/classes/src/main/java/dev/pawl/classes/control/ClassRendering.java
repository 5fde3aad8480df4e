package dev.pawl.classes.control;

import dev.pawl.classes.enforcement.EnforcementState;
import dev.pawl.classes.evaluation.ClassMemory;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.ClassRuntimeSpec;
import dev.pawl.classes.template.ClusterProfile;
import dev.pawl.classes.template.DesiredState;
import dev.pawl.classes.template.RenderSettings;
import dev.pawl.classes.template.TemplateRenderer;
import dev.pawl.classes.template.Templates;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Renders the children of classes, and keeps the last renderings. Thread-safe.
public final class ClassRendering {
    /// Renderings that are kept.
    private static final int RENDERINGS_MAX = 20_000;

    private final Templates templates;
    private final ClusterProfile profile;
    private final RenderSettings settings;
    private final Map<String, Rendered> rendered = new LinkedHashMap<>();

    public ClassRendering(Templates templates, ClusterProfile profile, RenderSettings settings) {
        this.templates = templates;
        this.profile = profile;
        this.settings = settings;
    }

    Templates templates() {
        return templates;
    }

    /// Returns the children that a class should have; what an enforcement owns is left out.
    DesiredState desired(ClassRuntime runtime, ClassMemory memory) {
        String recorded = runtime.status().workload().template();
        Inputs inputs =
                new Inputs(
                        runtime.generation(), recorded == null ? "" : recorded, enforced(memory));
        synchronized (this) {
            Rendered known = rendered.get(runtime.uid());
            if (known != null && known.inputs().equals(inputs)) return known.desired();
        }
        DesiredState desired =
                TemplateRenderer.render(
                        runtime,
                        templates.choose(
                                runtime.spec(),
                                inputs.template().isEmpty() ? null : inputs.template(),
                                profile),
                        settings.enforcing(inputs.enforced()));
        synchronized (this) {
            rendered.put(runtime.uid(), new Rendered(inputs, desired));
            if (rendered.size() > RENDERINGS_MAX) {
                var oldest = rendered.keySet().iterator();
                oldest.next();
                oldest.remove();
            }
        }
        return desired;
    }

    private static Set<String> enforced(ClassMemory memory) {
        Set<String> keys = new TreeSet<>();
        for (EnforcementState state : memory.enforcement()) {
            if (state.applied() == null) continue;
            keys.add(
                    switch (state.dimension()) {
                        case REPLICAS -> state.functionKey();
                        case CPU -> state.functionKey() + ":cpu";
                        case MEMORY -> state.functionKey() + ":memory";
                        case ODGM_REPLICAS -> ClassRuntimeSpec.DATA_GRID;
                    });
        }
        return keys;
    }

    private record Inputs(long generation, String template, Set<String> enforced) {}

    private record Rendered(Inputs inputs, DesiredState desired) {}
}
