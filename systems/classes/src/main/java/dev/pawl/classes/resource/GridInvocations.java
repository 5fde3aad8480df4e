package dev.pawl.classes.resource;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How the data grid reaches functions: routes by function key, and functions it does not call.
public record GridInvocations(Map<String, Route> routes, List<String> disabled) {
    public static final GridInvocations NONE = new GridInvocations(Map.of(), List.of());

    public GridInvocations {
        routes = Map.copyOf(routes);
        disabled = List.copyOf(disabled);
    }

    /// Where one function is called.
    public record Route(
            @Nullable String url,
            @Nullable String wasmModuleUrl,
            boolean stateless,
            boolean standby,
            List<Long> activeGroup,
            @Nullable String functionKey) {
        public Route {
            activeGroup = List.copyOf(activeGroup);
        }
    }
}
