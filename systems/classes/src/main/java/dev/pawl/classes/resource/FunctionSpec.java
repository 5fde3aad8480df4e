package dev.pawl.classes.resource;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One function of a class.
public record FunctionSpec(
        String functionKey,
        @Nullable String description,
        @Nullable String availableLocation,
        NfrRequirements qualityOfService,
        ProvisionConfig provision,
        Map<String, String> config) {
    public FunctionSpec {
        config = Map.copyOf(config);
    }

    /// Returns whether the function runs inside the data grid and has no workload of its own.
    public boolean isWasm() {
        return provision.wasmModuleUrl() != null;
    }
}
