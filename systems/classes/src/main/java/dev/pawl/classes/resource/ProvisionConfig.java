package dev.pawl.classes.resource;

import org.jspecify.annotations.Nullable;

/// How a function is deployed: its image or WASM module, its port, its scale and its resources.
public record ProvisionConfig(
        @Nullable String containerImage,
        @Nullable Integer port,
        @Nullable Integer minScale,
        @Nullable Integer maxScale,
        Amounts requests,
        Amounts limits,
        boolean needsHttp2,
        @Nullable String wasmModuleUrl) {
    /// The settings of a function that has none.
    public static final ProvisionConfig NONE =
            new ProvisionConfig(null, null, null, null, Amounts.NONE, Amounts.NONE, false, null);

    /// Amounts of CPU and memory as Kubernetes writes them, such as `500m` and `64Mi`.
    public record Amounts(@Nullable String cpu, @Nullable String memory) {
        public static final Amounts NONE = new Amounts(null, null);
    }
}
