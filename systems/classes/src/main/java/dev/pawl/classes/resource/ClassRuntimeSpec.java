package dev.pawl.classes.resource;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a user asks for: a class of functions, optionally with a data grid.
///
/// `addons` is an allow-list; null allows all of them.
public record ClassRuntimeSpec(
        String packageClassKey,
        @Nullable String selectedTemplate,
        @Nullable List<String> addons,
        @Nullable DataGridSpec dataGrid,
        List<FunctionSpec> functions,
        NfrRequirements requirements,
        EnforcementSpec enforcement,
        @Nullable TelemetrySpec telemetry) {
    /// The add-on that is the data grid.
    public static final String DATA_GRID = "odgm";

    public ClassRuntimeSpec {
        functions = List.copyOf(functions);
        addons = addons == null ? null : List.copyOf(addons);
    }

    /// Returns whether the spec allows the data grid.
    public boolean allowsDataGrid() {
        return addons == null || addons.contains(DATA_GRID);
    }
}
