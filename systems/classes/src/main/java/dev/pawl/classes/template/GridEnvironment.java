package dev.pawl.classes.template;

import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.DataGridSpec;
import dev.pawl.classes.resource.FunctionSpec;
import dev.pawl.classes.resource.GridInvocations;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The environment of the data grid: its collections, with the routes to the functions.
///
/// Routes of the spec win over those that are predicted from names; disabled functions have none.
final class GridEnvironment {
    private GridEnvironment() {}

    static Map<String, String> of(
            ClassRuntime runtime, TemplateDescriptor descriptor, DataGridSpec grid) {
        Map<String, String> variables = new TreeMap<>(grid.options());
        variables.put("ODGM_COLLECTION", collections(runtime, descriptor, grid).toString());
        variables.put("ODGM_HTTP_PORT", String.valueOf(ChildManifests.GRID_PORT));
        if (grid.log() != null) variables.put("ODGM_LOG", grid.log());
        if (grid.placement().nodeId() != null) {
            variables.put("ODGM_NODE_ID", String.valueOf(grid.placement().nodeId()));
        }
        return variables;
    }

    private static ArrayNode collections(
            ClassRuntime runtime, TemplateDescriptor descriptor, DataGridSpec grid) {
        ObjectNode routes = routes(runtime, descriptor, grid);
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (String name : grid.collections()) {
            ObjectNode collection = list.addObject();
            collection.put("name", name);
            collection.put("partition_count", grid.partitionCount());
            collection.put("replica_count", grid.replicaCount());
            collection.put("shard_type", grid.shardType());
            collection.putObject("invocations").set("fn_routes", routes.deepCopy());
        }
        return list;
    }

    private static ObjectNode routes(
            ClassRuntime runtime, TemplateDescriptor descriptor, DataGridSpec grid) {
        Map<String, GridInvocations.Route> all = new TreeMap<>();
        List<FunctionSpec> functions = runtime.spec().functions();
        for (int i = 0; i < functions.size(); i++) {
            FunctionSpec function = functions.get(i);
            String name =
                    descriptor.functionNamer().name(runtime.key().name(), i, functions.size());
            all.put(
                    function.functionKey(),
                    new GridInvocations.Route(
                            function.isWasm() ? null : "http://" + name,
                            function.provision().wasmModuleUrl(),
                            true,
                            false,
                            List.of(),
                            function.functionKey()));
        }
        all.putAll(grid.invocations().routes());
        all.keySet().removeAll(grid.invocations().disabled());
        ObjectNode routes = JsonNodeFactory.instance.objectNode();
        all.forEach((key, route) -> write(routes.putObject(key), route));
        return routes;
    }

    private static void write(ObjectNode node, GridInvocations.Route route) {
        if (route.url() != null) node.put("url", route.url());
        if (route.wasmModuleUrl() != null) node.put("wasm_module_url", route.wasmModuleUrl());
        node.put("stateless", route.stateless());
        node.put("standby", route.standby());
        ArrayNode group = node.putArray("active_group");
        route.activeGroup().forEach(group::add);
    }
}
