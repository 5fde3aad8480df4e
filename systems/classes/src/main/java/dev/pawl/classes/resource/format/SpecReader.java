package dev.pawl.classes.resource.format;

import dev.pawl.classes.resource.ClassRuntimeSpec;
import dev.pawl.classes.resource.DataGridSpec;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.EnforcementSpec;
import dev.pawl.classes.resource.FunctionSpec;
import dev.pawl.classes.resource.GridInvocations;
import dev.pawl.classes.resource.GridPlacement;
import dev.pawl.classes.resource.NfrRequirements;
import dev.pawl.classes.resource.ProvisionConfig;
import dev.pawl.classes.resource.TelemetrySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads a spec, with defaults for what it does not set.
final class SpecReader {
    private static final int PORT_MAX = 65_535;

    private SpecReader() {}

    static ClassRuntimeSpec read(FieldReader spec) {
        return new ClassRuntimeSpec(
                spec.text("package_class_key", ""),
                spec.text("selected_template"),
                spec.has("addons") ? spec.texts("addons") : null,
                spec.has("odgm_config") ? dataGrid(spec.object("odgm_config")) : null,
                spec.objects("functions", SpecReader::function),
                requirements(spec.object("nfr_requirements")),
                enforcement(spec.object("enforcement")),
                spec.has("telemetry") ? telemetry(spec.object("telemetry")) : null);
    }

    private static DataGridSpec dataGrid(FieldReader grid) {
        DataGridSpec unset = DataGridSpec.DEFAULT;
        return new DataGridSpec(
                grid.texts("collections"),
                or(grid.wholeNumber("partition_count", 1, 1 << 20), unset.partitionCount()),
                or(grid.wholeNumber("replica_count", 1, 1 << 10), unset.replicaCount()),
                grid.text("shard_type", unset.shardType()),
                grid.has("invocations")
                        ? invocations(grid.object("invocations"))
                        : GridInvocations.NONE,
                grid.strings("options"),
                grid.text("log"),
                new GridPlacement(
                        nodeIds(grid.object("env_node_ids")),
                        grid.longNumber("node_id"),
                        grid.objects("collection_assignments", SpecReader::assignment)));
    }

    private static GridInvocations invocations(FieldReader invocations) {
        Map<String, GridInvocations.Route> routes = new LinkedHashMap<>();
        FieldReader all = invocations.object("fn_routes");
        for (String name : all.names()) {
            FieldReader route = all.object(name);
            routes.put(
                    name,
                    new GridInvocations.Route(
                            route.text("url"),
                            route.text("wasm_module_url"),
                            route.flag("stateless", false),
                            route.flag("standby", false),
                            route.numbers("active_group"),
                            route.text("function_key")));
        }
        return new GridInvocations(routes, invocations.texts("disabled_fn"));
    }

    private static Map<String, List<Long>> nodeIds(FieldReader ids) {
        Map<String, List<Long>> byEnvironment = new LinkedHashMap<>();
        for (String name : ids.names()) byEnvironment.put(name, ids.numbers(name));
        return byEnvironment;
    }

    private static GridPlacement.Assignment assignment(FieldReader assignment) {
        return new GridPlacement.Assignment(
                assignment.text("collection", ""),
                assignment.longNumber("primary"),
                assignment.numbers("replica"),
                assignment.numbers("shard_ids"));
    }

    private static FunctionSpec function(FieldReader function) {
        return new FunctionSpec(
                function.requiredText("function_key"),
                function.text("description"),
                function.text("available_location"),
                requirements(function.object("qos_requirement")),
                provision(function.object("provision_config")),
                function.strings("config"));
    }

    private static ProvisionConfig provision(FieldReader provision) {
        return new ProvisionConfig(
                provision.text("container_image"),
                provision.wholeNumber("port", 1, PORT_MAX),
                provision.wholeNumber("min_scale", 0, Integer.MAX_VALUE),
                provision.wholeNumber("max_scale", 0, Integer.MAX_VALUE),
                new ProvisionConfig.Amounts(
                        provision.text("cpu_request"), provision.text("memory_request")),
                new ProvisionConfig.Amounts(
                        provision.text("cpu_limit"), provision.text("memory_limit")),
                provision.flag("need_http2", false),
                provision.text("wasm_module_url"));
    }

    private static NfrRequirements requirements(FieldReader requirements) {
        return new NfrRequirements(
                requirements.number("min_throughput_rps"),
                requirements.number("max_latency_ms"),
                requirements.number("availability_pct"),
                requirements.text("consistency"));
    }

    private static EnforcementSpec enforcement(FieldReader enforcement) {
        EnforcementSpec unset = EnforcementSpec.DEFAULT;
        EnforcementSpec.Mode mode = unset.mode();
        String text = enforcement.text("mode");
        if (text != null) {
            var known = EnforcementSpec.Mode.of(text);
            if (known.isPresent()) {
                mode = known.get();
            } else {
                enforcement.error(
                        "mode", "expected off, observe or enforce, found '%s'".formatted(text));
            }
        }
        if (!enforcement.has("dimensions")) return new EnforcementSpec(mode, unset.dimensions());
        List<Dimension> dimensions = new ArrayList<>();
        for (String name : enforcement.texts("dimensions")) {
            Dimension.of(name)
                    .ifPresentOrElse(
                            dimensions::add,
                            () ->
                                    enforcement.error(
                                            "dimensions",
                                            "expected one of %s, found '%s'"
                                                    .formatted(
                                                            Arrays.toString(Dimension.values()),
                                                            name)));
        }
        return new EnforcementSpec(mode, dimensions);
    }

    private static TelemetrySpec telemetry(FieldReader telemetry) {
        return new TelemetrySpec(
                telemetry.flag("enabled", true),
                telemetry.flag("traces", true),
                telemetry.flag("metrics", true),
                telemetry.flag("logs", false),
                Objects.requireNonNullElse(
                        telemetry.number("sampling_rate"), TelemetrySpec.SAMPLING_RATE),
                telemetry.text("service_name"),
                telemetry.strings("resource_attributes"));
    }

    private static int or(@Nullable Integer value, int otherwise) {
        return value == null ? otherwise : value;
    }
}
