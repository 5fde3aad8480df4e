package dev.pawl.classes.template;

import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.observation.ChildReader;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.ClassRuntimeSpec;
import dev.pawl.classes.resource.FieldError;
import dev.pawl.classes.resource.FunctionSpec;
import dev.pawl.classes.resource.FunctionStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Renders the children of a class with a template. Stateless.
public final class TemplateRenderer {
    private static final int HASH_LENGTH = 16;

    private final ClassRuntime runtime;
    private final TemplateDescriptor descriptor;
    private final RenderSettings settings;
    private final boolean hasDataGrid;
    private final ChildManifests manifests;
    private final Map<ChildRef, DesiredState.Child> children = new LinkedHashMap<>();

    private TemplateRenderer(
            ClassRuntime runtime, TemplateDescriptor descriptor, RenderSettings settings) {
        this.runtime = runtime;
        this.descriptor = descriptor;
        this.settings = settings;
        this.hasDataGrid = hasDataGrid(runtime.spec(), descriptor, settings);
        this.manifests = new ChildManifests(runtime, descriptor, settings);
    }

    /// Returns the children of a class. It has errors and no children if the spec has errors or no
    /// template can be used.
    public static DesiredState render(
            ClassRuntime runtime, TemplateChoice choice, RenderSettings settings) {
        TemplateDescriptor descriptor = choice.descriptor();
        List<FieldError> errors = new ArrayList<>(runtime.errors());
        if (descriptor == null) {
            errors.add(new FieldError("spec.selected_template", choice.explanation().getFirst()));
        } else {
            errors.addAll(withoutGrid(runtime.spec(), descriptor, settings));
        }
        if (descriptor == null || !errors.isEmpty()) {
            return new DesiredState(
                    descriptor,
                    choice.explanation(),
                    List.of(),
                    Map.of(),
                    List.of(),
                    false,
                    false,
                    errors);
        }
        return new TemplateRenderer(runtime, descriptor, settings).render(choice.explanation());
    }

    private DesiredState render(List<String> explanation) {
        if (hasDataGrid) dataGrid();
        List<DesiredState.Function> functions = new ArrayList<>();
        List<FunctionSpec> specs = runtime.spec().functions();
        for (int i = 0; i < specs.size(); i++) functions.add(function(specs.get(i), i));
        return new DesiredState(
                descriptor,
                explanation,
                List.copyOf(children.values()),
                children,
                functions,
                hasDataGrid,
                TelemetryEnvironment.of(runtime.spec().telemetry(), settings).isEnabled(),
                List.of());
    }

    private void dataGrid() {
        String name = ChildNames.dataGrid(runtime.key().name());
        if (descriptor.manages(ManagedKind.ODGM_DEPLOYMENT)) {
            add(new ChildRef(ManagedKind.ODGM_DEPLOYMENT, name), manifests.dataGrid(name));
        }
        if (descriptor.manages(ManagedKind.ODGM_SERVICE)) {
            ChildRef service =
                    new ChildRef(
                            ManagedKind.ODGM_SERVICE,
                            ChildNames.dataGridService(runtime.key().name()));
            add(service, manifests.dataGridService(service, name));
        }
    }

    private DesiredState.Function function(FunctionSpec spec, int index) {
        int total = runtime.spec().functions().size();
        String name = descriptor.functionNamer().name(runtime.key().name(), index, total);
        if (spec.isWasm()) {
            return new DesiredState.Function(spec.functionKey(), null, gridEndpoint(), null);
        }
        ChildRef workload = new ChildRef(descriptor.workload(), name);
        ChildRef autoscaler = autoscaler(spec, name);
        boolean isScaled = autoscaler != null || settings.enforced().contains(spec.functionKey());
        Integer replicas = isScaled ? null : ChildManifests.replicas(spec);
        add(
                workload,
                workload.kind() == ManagedKind.KNATIVE_SERVICE
                        ? manifests.knative(spec, workload, hasDataGrid, replicas != null)
                        : manifests.deployment(spec, workload, hasDataGrid, replicas));
        if (descriptor.manages(ManagedKind.SERVICE)) {
            ChildRef service = new ChildRef(ManagedKind.SERVICE, name);
            add(service, manifests.service(spec, service));
        }
        if (autoscaler != null) {
            boolean isEnforced = settings.enforced().contains(spec.functionKey());
            add(autoscaler, manifests.autoscaler(spec, autoscaler, isEnforced));
        }
        return new DesiredState.Function(spec.functionKey(), workload, endpoint(name), autoscaler);
    }

    private @Nullable ChildRef autoscaler(FunctionSpec spec, String name) {
        Integer max = spec.provision().maxScale();
        boolean scales = max != null && max > 1 && settings.autoscalersEnabled();
        return scales && descriptor.manages(ManagedKind.HPA)
                ? new ChildRef(ManagedKind.HPA, name)
                : null;
    }

    private FunctionStatus.Endpoint endpoint(String name) {
        String host = name + "." + runtime.key().namespace() + ".svc.cluster.local";
        return new FunctionStatus.Endpoint(
                name, ChildManifests.SERVICE_PORT, "http://" + host, null, descriptor.id());
    }

    private FunctionStatus.Endpoint gridEndpoint() {
        return new FunctionStatus.Endpoint(
                ChildNames.dataGridService(runtime.key().name()),
                ChildManifests.GRID_PORT,
                null,
                null,
                descriptor.id());
    }

    private void add(ChildRef ref, ObjectNode tree) {
        String hash = ChildNames.hash(tree.toString(), HASH_LENGTH);
        tree.withObject("/metadata").withObject("/annotations").put(ChildReader.HASH, hash);
        children.put(ref, new DesiredState.Child(ref, ResourceManifest.of(tree), hash));
    }

    static boolean hasDataGrid(
            ClassRuntimeSpec spec, TemplateDescriptor descriptor, RenderSettings settings) {
        return spec.allowsDataGrid() && descriptor.supportsDataGrid() && settings.dataGridEnabled();
    }

    /// Returns an error for each WASM function, if there is no grid that could run it.
    private static List<FieldError> withoutGrid(
            ClassRuntimeSpec spec, TemplateDescriptor descriptor, RenderSettings settings) {
        if (!spec.allowsDataGrid() || hasDataGrid(spec, descriptor, settings)) return List.of();
        List<FieldError> errors = new ArrayList<>();
        for (int i = 0; i < spec.functions().size(); i++) {
            if (spec.functions().get(i).isWasm()) {
                errors.add(
                        new FieldError(
                                "spec.functions[%d].provision_config.wasm_module_url".formatted(i),
                                "expected a data grid, in which WASM modules run, found none in"
                                        + " this cluster or template"));
            }
        }
        return errors;
    }
}
