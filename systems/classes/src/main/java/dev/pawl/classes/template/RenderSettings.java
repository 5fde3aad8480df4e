package dev.pawl.classes.template;

import dev.pawl.classes.resource.TelemetrySpec;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Settings of the cluster that rendering depends on.
///
/// `enforced` has what an enforcement owns: the key of a function for its scale, `key:cpu` and
/// `key:memory` for its resources, `odgm` for the scale of the data grid. It is left out of the
/// rendering, so that an apply never takes it back.
public record RenderSettings(
        String dataGridImage,
        boolean dataGridEnabled,
        boolean autoscalersEnabled,
        @Nullable TelemetrySpec telemetry,
        @Nullable String telemetryEndpoint,
        Set<String> enforced) {
    public static final RenderSettings DEFAULT =
            new RenderSettings(
                    "ghcr.io/pawissanutt/oaas/odgm:latest", true, false, null, null, Set.of());

    public RenderSettings {
        enforced = Set.copyOf(enforced);
    }

    /// Returns these settings with other functions whose scale is enforced.
    public RenderSettings enforcing(Set<String> functions) {
        return new RenderSettings(
                dataGridImage,
                dataGridEnabled,
                autoscalersEnabled,
                telemetry,
                telemetryEndpoint,
                functions);
    }
}
