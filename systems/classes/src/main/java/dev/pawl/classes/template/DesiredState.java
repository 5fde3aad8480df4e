package dev.pawl.classes.template;

import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.resource.FieldError;
import dev.pawl.classes.resource.FunctionStatus;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The children that a class should have, in the order in which they are applied.
///
/// It depends on the spec, the template and settings alone, so callers keep it until one changes.
public record DesiredState(
        @Nullable TemplateDescriptor descriptor,
        List<String> explanation,
        List<Child> children,
        Map<ChildRef, Child> byRef,
        List<Function> functions,
        boolean hasDataGrid,
        boolean hasTelemetry,
        List<FieldError> errors) {
    public DesiredState {
        explanation = List.copyOf(explanation);
        children = List.copyOf(children);
        byRef = Collections.unmodifiableMap(new HashMap<>(byRef));
        functions = List.copyOf(functions);
        errors = List.copyOf(errors);
    }

    /// Returns the child with a role and name, or null if none is desired.
    public @Nullable Child child(ChildRef ref) {
        return byRef.get(ref);
    }

    /// One child: what is applied, and its hash.
    public record Child(ChildRef ref, ResourceManifest manifest, String hash) {}

    /// One function: its workload, or null if it runs inside the data grid, and where it will be
    /// reached.
    public record Function(
            String functionKey,
            @Nullable ChildRef workload,
            FunctionStatus.Endpoint endpoint,
            @Nullable ChildRef autoscaler) {
        /// Returns the kind of the workload, or null.
        public @Nullable ManagedKind kind() {
            return workload == null ? null : workload.kind();
        }
    }
}
