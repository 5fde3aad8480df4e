package dev.pawl.classes.resource.format;

import dev.pawl.classes.resource.ClassRuntimeSpec;
import dev.pawl.classes.resource.DataGridSpec;
import dev.pawl.classes.resource.FunctionSpec;
import dev.pawl.classes.resource.GridInvocations;
import dev.pawl.classes.resource.GridPlacement;
import dev.pawl.classes.resource.NfrRequirements;
import dev.pawl.classes.resource.ProvisionConfig;
import dev.pawl.classes.resource.TelemetrySpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Writes a spec.
final class SpecWriter {
    private SpecWriter() {}

    static ObjectNode write(ClassRuntimeSpec spec) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("package_class_key", spec.packageClassKey());
        put(node, "selected_template", spec.selectedTemplate());
        if (spec.addons() != null) texts(node, "addons", spec.addons());
        if (spec.dataGrid() != null) dataGrid(node.putObject("odgm_config"), spec.dataGrid());
        ArrayNode functions = node.putArray("functions");
        for (FunctionSpec each : spec.functions()) function(functions.addObject(), each);
        requirements(node, "nfr_requirements", spec.requirements());
        ObjectNode enforcement = node.putObject("enforcement");
        enforcement.put("mode", spec.enforcement().mode().toString());
        ArrayNode dimensions = enforcement.putArray("dimensions");
        spec.enforcement().dimensions().forEach(each -> dimensions.add(each.toString()));
        if (spec.telemetry() != null) telemetry(node.putObject("telemetry"), spec.telemetry());
        return node;
    }

    static ObjectNode dataGrid(ObjectNode node, DataGridSpec grid) {
        texts(node, "collections", grid.collections());
        node.put("partition_count", grid.partitionCount());
        node.put("replica_count", grid.replicaCount());
        node.put("shard_type", grid.shardType());
        if (!grid.invocations().equals(GridInvocations.NONE)) {
            invocations(node.putObject("invocations"), grid.invocations());
        }
        strings(node, "options", grid.options());
        put(node, "log", grid.log());
        placement(node, grid.placement());
        return node;
    }

    private static void invocations(ObjectNode node, GridInvocations invocations) {
        ObjectNode routes = node.putObject("fn_routes");
        new TreeMap<>(invocations.routes())
                .forEach((name, route) -> route(routes.putObject(name), route));
        texts(node, "disabled_fn", invocations.disabled());
    }

    static void route(ObjectNode node, GridInvocations.Route route) {
        put(node, "url", route.url());
        put(node, "wasm_module_url", route.wasmModuleUrl());
        node.put("stateless", route.stateless());
        node.put("standby", route.standby());
        numbers(node, "active_group", route.activeGroup());
        put(node, "function_key", route.functionKey());
    }

    private static void placement(ObjectNode node, GridPlacement placement) {
        if (placement.equals(GridPlacement.NONE)) return;
        ObjectNode ids = node.putObject("env_node_ids");
        new TreeMap<>(placement.nodeIds()).forEach((name, list) -> numbers(ids, name, list));
        if (placement.nodeId() != null) node.put("node_id", placement.nodeId());
        ArrayNode assignments = node.putArray("collection_assignments");
        for (GridPlacement.Assignment each : placement.assignments()) {
            ObjectNode assignment = assignments.addObject();
            assignment.put("collection", each.collection());
            if (each.primary() != null) assignment.put("primary", each.primary());
            numbers(assignment, "replica", each.replica());
            numbers(assignment, "shard_ids", each.shardIds());
        }
    }

    private static void function(ObjectNode node, FunctionSpec function) {
        node.put("function_key", function.functionKey());
        put(node, "description", function.description());
        put(node, "available_location", function.availableLocation());
        requirements(node, "qos_requirement", function.qualityOfService());
        provision(node.putObject("provision_config"), function.provision());
        strings(node, "config", function.config());
    }

    private static void provision(ObjectNode node, ProvisionConfig provision) {
        put(node, "container_image", provision.containerImage());
        put(node, "port", provision.port());
        put(node, "min_scale", provision.minScale());
        put(node, "max_scale", provision.maxScale());
        put(node, "cpu_request", provision.requests().cpu());
        put(node, "memory_request", provision.requests().memory());
        put(node, "cpu_limit", provision.limits().cpu());
        put(node, "memory_limit", provision.limits().memory());
        if (provision.needsHttp2()) node.put("need_http2", true);
        put(node, "wasm_module_url", provision.wasmModuleUrl());
    }

    private static void requirements(ObjectNode parent, String name, NfrRequirements nfr) {
        if (nfr.equals(NfrRequirements.NONE)) return;
        ObjectNode node = parent.putObject(name);
        put(node, "min_throughput_rps", nfr.minThroughput());
        put(node, "max_latency_ms", nfr.maxLatencyMillis());
        put(node, "availability_pct", nfr.availabilityPercent());
        put(node, "consistency", nfr.consistency());
    }

    private static void telemetry(ObjectNode node, TelemetrySpec telemetry) {
        node.put("enabled", telemetry.enabled());
        node.put("traces", telemetry.traces());
        node.put("metrics", telemetry.metrics());
        node.put("logs", telemetry.logs());
        node.put("sampling_rate", telemetry.samplingRate());
        put(node, "service_name", telemetry.serviceName());
        strings(node, "resource_attributes", telemetry.resourceAttributes());
    }

    private static void put(ObjectNode node, String name, @Nullable String value) {
        if (value != null) node.put(name, value);
    }

    private static void put(ObjectNode node, String name, @Nullable Integer value) {
        if (value != null) node.put(name, value);
    }

    private static void put(ObjectNode node, String name, @Nullable Double value) {
        if (value != null) node.put(name, value);
    }

    private static void texts(ObjectNode node, String name, List<String> texts) {
        ArrayNode list = node.putArray(name);
        texts.forEach(list::add);
    }

    private static void numbers(ObjectNode node, String name, List<Long> numbers) {
        ArrayNode list = node.putArray(name);
        numbers.forEach(list::add);
    }

    private static void strings(ObjectNode node, String name, Map<String, String> strings) {
        if (strings.isEmpty()) return;
        ObjectNode object = node.putObject(name);
        new TreeMap<>(strings).forEach(object::put);
    }
}
