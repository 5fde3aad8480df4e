package dev.pawl.classes.resource.format;

import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.EnforcementSpec;
import dev.pawl.classes.resource.Phase;
import java.util.Arrays;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The structural schema of the resource, in the subset that Kubernetes 1.20 accepts.
final class CrdSchema {
    private static final int PORT_MAX = 65_535;

    private CrdSchema() {}

    static ObjectNode root() {
        ObjectNode root = object();
        field(root, "spec", spec());
        field(root, "status", status());
        require(root, "spec");
        return root;
    }

    private static ObjectNode spec() {
        ObjectNode spec = object();
        field(spec, "package_class_key", text());
        field(spec, "selected_template", text());
        field(spec, "addons", listOf(text()));
        field(spec, "odgm_config", dataGrid());
        field(spec, "functions", keyed(listOf(function()), "function_key"));
        field(spec, "nfr_requirements", requirements());
        field(spec, "enforcement", enforcement());
        field(spec, "telemetry", telemetry());
        return spec;
    }

    private static ObjectNode dataGrid() {
        ObjectNode grid = object();
        field(grid, "collections", listOf(text()));
        field(grid, "partition_count", from(number("integer"), 1));
        field(grid, "replica_count", from(number("integer"), 1));
        field(grid, "shard_type", text());
        ObjectNode route = object();
        field(route, "url", text());
        field(route, "wasm_module_url", text());
        field(route, "stateless", flag());
        field(route, "standby", flag());
        field(route, "active_group", listOf(number("integer")));
        field(route, "function_key", text());
        ObjectNode invocations = object();
        field(invocations, "fn_routes", mapOf(route));
        field(invocations, "disabled_fn", listOf(text()));
        field(grid, "invocations", invocations);
        field(grid, "options", mapOf(text()));
        field(grid, "log", text());
        field(grid, "env_node_ids", mapOf(listOf(number("integer"))));
        field(grid, "node_id", number("integer"));
        ObjectNode assignment = object();
        field(assignment, "collection", text());
        field(assignment, "primary", number("integer"));
        field(assignment, "replica", listOf(number("integer")));
        field(assignment, "shard_ids", listOf(number("integer")));
        field(grid, "collection_assignments", listOf(assignment));
        return grid;
    }

    private static ObjectNode function() {
        ObjectNode function = object();
        field(function, "function_key", text().put("minLength", 1));
        field(function, "description", text());
        field(function, "available_location", text());
        field(function, "qos_requirement", requirements());
        ObjectNode provision = object();
        field(provision, "container_image", text());
        field(provision, "port", from(number("integer"), 1).put("maximum", PORT_MAX));
        field(provision, "min_scale", from(number("integer"), 0));
        field(provision, "max_scale", from(number("integer"), 0));
        field(provision, "cpu_request", text());
        field(provision, "memory_request", text());
        field(provision, "cpu_limit", text());
        field(provision, "memory_limit", text());
        field(provision, "need_http2", flag());
        field(provision, "wasm_module_url", text());
        field(function, "provision_config", provision);
        field(function, "config", mapOf(text()));
        require(function, "function_key");
        return function;
    }

    private static ObjectNode requirements() {
        ObjectNode requirements = object();
        field(requirements, "min_throughput_rps", from(number("number"), 0));
        field(requirements, "max_latency_ms", from(number("number"), 0));
        field(requirements, "availability_pct", from(number("number"), 0).put("maximum", 100));
        field(requirements, "consistency", text());
        return requirements;
    }

    private static ObjectNode enforcement() {
        ObjectNode enforcement = object();
        field(enforcement, "mode", oneOf((Object[]) EnforcementSpec.Mode.values()));
        field(enforcement, "dimensions", listOf(oneOf((Object[]) Dimension.values())));
        return enforcement;
    }

    private static ObjectNode telemetry() {
        ObjectNode telemetry = object();
        for (String name : new String[] {"enabled", "traces", "metrics", "logs"}) {
            field(telemetry, name, flag());
        }
        field(telemetry, "sampling_rate", from(number("number"), 0).put("maximum", 1));
        field(telemetry, "service_name", text());
        field(telemetry, "resource_attributes", mapOf(text()));
        return telemetry;
    }

    private static ObjectNode status() {
        ObjectNode status = object();
        field(status, "phase", oneOf((Object[]) Phase.values()));
        field(status, "message", text());
        field(status, "observed_generation", number("integer"));
        field(status, "last_updated", text());
        field(status, "conditions", keyed(listOf(condition()), "type"));
        field(status, "functions", keyed(listOf(functionStatus()), "function_key"));
        field(status, "template", text());
        field(status, "template_explanation", listOf(text()));
        field(status, "resource_refs", listOf(texts("kind", "name")));
        ObjectNode router = texts("service");
        field(router, "port", number("integer"));
        field(status, "routers", listOf(router));
        field(status, "nfr_recommendations", mapOf(number("number")));
        ObjectNode observation = texts("function_key", "dimension", "observed_at");
        field(observation, "value", number("number"));
        field(observation, "confidence", number("number"));
        field(observation, "generation", number("integer"));
        field(status, "nfr_observations", listOf(observation));
        ObjectNode applied = texts("component", "dimension", "basis");
        field(applied, "target", number("number"));
        field(applied, "confidence", number("number"));
        field(status, "last_applied_recommendations", listOf(applied));
        field(status, "last_applied_at", text());
        field(status, "nfr_enforcement", listOf(enforcementStatus()));
        ObjectNode revision = texts("available_at", "spec");
        field(revision, "generation", number("integer"));
        field(status, "revisions", listOf(revision));
        field(status, "progress", texts("since", "phase_since", "clear_since"));
        return status;
    }

    private static ObjectNode enforcementStatus() {
        ObjectNode failure = texts("reason", "message", "retry_at");
        field(failure, "attempts", number("integer"));
        ObjectNode enforcement =
                texts("function_key", "dimension", "changed_at", "cooldown_until", "announced");
        field(enforcement, "target", number("number"));
        field(enforcement, "applied", number("number"));
        field(enforcement, "failure", failure);
        return enforcement;
    }

    private static ObjectNode condition() {
        ObjectNode condition = texts("type", "reason", "message", "lastTransitionTime");
        field(condition, "status", oneOf("True", "False", "Unknown"));
        field(condition, "observedGeneration", number("integer"));
        require(condition, "type", "status");
        return condition;
    }

    private static ObjectNode functionStatus() {
        ObjectNode function =
                texts(
                        "function_key",
                        "service",
                        "predicted_url",
                        "observed_url",
                        "template",
                        "reason",
                        "message",
                        "lastTransitionTime");
        field(function, "port", number("integer"));
        field(function, "ready", flag());
        require(function, "function_key");
        return function;
    }

    private static ObjectNode object() {
        return type("object");
    }

    private static ObjectNode texts(String... names) {
        ObjectNode object = object();
        for (String name : names) field(object, name, text());
        return object;
    }

    private static ObjectNode text() {
        return type("string");
    }

    private static ObjectNode flag() {
        return type("boolean");
    }

    private static ObjectNode number(String type) {
        return type.equals("integer") ? type(type).put("format", "int64") : type(type);
    }

    private static ObjectNode from(ObjectNode number, int min) {
        return number.put("minimum", min);
    }

    private static ObjectNode oneOf(Object... values) {
        ObjectNode text = text();
        ArrayNode list = text.putArray("enum");
        Arrays.stream(values).map(Object::toString).forEach(list::add);
        return text;
    }

    private static ObjectNode listOf(ObjectNode items) {
        ObjectNode list = type("array");
        list.set("items", items);
        return list;
    }

    /// Marks a list of objects as a map, so that server-side apply merges it by key.
    private static ObjectNode keyed(ObjectNode list, String key) {
        list.put("x-kubernetes-list-type", "map");
        list.putArray("x-kubernetes-list-map-keys").add(key);
        return list;
    }

    private static ObjectNode mapOf(ObjectNode values) {
        ObjectNode map = object();
        map.set("additionalProperties", values);
        return map;
    }

    private static void field(ObjectNode object, String name, ObjectNode schema) {
        object.withObject("/properties").set(name, schema);
    }

    private static void require(ObjectNode object, String... names) {
        ArrayNode list = object.putArray("required");
        for (String name : names) list.add(name);
    }

    private static ObjectNode type(String name) {
        return JsonNodeFactory.instance.objectNode().put("type", name);
    }
}
