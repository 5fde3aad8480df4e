package dev.pawl.classes.resource.format;

import dev.pawl.classes.resource.ClassRuntimeSpec;
import dev.pawl.classes.resource.DataGridSpec;
import dev.pawl.classes.resource.FieldError;
import dev.pawl.classes.resource.FunctionSpec;
import dev.pawl.classes.resource.NfrRequirements;
import dev.pawl.classes.resource.ProvisionConfig;
import dev.pawl.classes.resource.TelemetrySpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The rules of a spec that go beyond the types of its fields.
public final class SpecValidation {
    private final List<FieldError> errors = new ArrayList<>();

    private SpecValidation() {}

    public static List<FieldError> errors(ClassRuntimeSpec spec) {
        SpecValidation validation = new SpecValidation();
        validation.check(spec);
        return List.copyOf(validation.errors);
    }

    private void check(ClassRuntimeSpec spec) {
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < spec.functions().size(); i++) {
            FunctionSpec function = spec.functions().get(i);
            String path = "spec.functions[" + i + "]";
            if (!function.functionKey().isEmpty() && !keys.add(function.functionKey())) {
                add(
                        path + ".function_key",
                        "expected a key of its own, found '%s' twice"
                                .formatted(function.functionKey()));
            }
            provision(path + ".provision_config", function, spec);
            requirements(path + ".qos_requirement", function.qualityOfService());
        }
        if (spec.functions().isEmpty() && !spec.allowsDataGrid()) {
            add("spec.functions", "expected a function or the data grid, found neither");
        }
        requirements("spec.nfr_requirements", spec.requirements());
        telemetry(spec.telemetry());
        dataGrid(spec.dataGrid());
    }

    private void provision(String path, FunctionSpec function, ClassRuntimeSpec spec) {
        ProvisionConfig provision = function.provision();
        String image = provision.containerImage();
        boolean hasImage = image != null && !image.isBlank();
        if (!hasImage && !function.isWasm()) {
            add(path + ".container_image", "expected an image or a wasm_module_url, found neither");
        }
        if (function.isWasm() && !spec.allowsDataGrid()) {
            add(
                    path + ".wasm_module_url",
                    "expected the add-on odgm, in which WASM modules run, found it switched off");
        }
        Integer min = provision.minScale();
        Integer max = provision.maxScale();
        if (min != null && max != null && max > 0 && min > max) {
            add(
                    path + ".min_scale",
                    "expected at most max_scale, which is %d, found %d".formatted(max, min));
        }
    }

    private void requirements(String path, NfrRequirements requirements) {
        positive(path + ".min_throughput_rps", requirements.minThroughput());
        positive(path + ".max_latency_ms", requirements.maxLatencyMillis());
        Double availability = requirements.availabilityPercent();
        if (availability != null && (availability <= 0 || availability >= 100)) {
            add(
                    path + ".availability_pct",
                    "expected more than 0 and less than 100, found " + availability);
        }
    }

    private void positive(String path, @Nullable Double value) {
        if (value != null && value <= 0) add(path, "expected more than 0, found " + value);
    }

    private void telemetry(@Nullable TelemetrySpec telemetry) {
        if (telemetry == null) return;
        double rate = telemetry.samplingRate();
        if (rate < 0 || rate > 1) {
            add("spec.telemetry.sampling_rate", "expected a share from 0 to 1, found " + rate);
        }
    }

    private void dataGrid(@Nullable DataGridSpec grid) {
        if (grid == null) return;
        Set<String> names = new HashSet<>();
        for (int i = 0; i < grid.collections().size(); i++) {
            String name = grid.collections().get(i);
            if (name.isBlank() || !names.add(name)) {
                add(
                        "spec.odgm_config.collections[" + i + "]",
                        "expected a name of its own, found '%s'".formatted(name));
            }
        }
    }

    private void add(String path, String problem) {
        errors.add(new FieldError(path, problem));
    }
}
