package dev.pawl.classes.resource.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.ClassWorld;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.ClassRuntimeStatus;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.EnforcementSpec;
import dev.pawl.classes.resource.FieldError;
import dev.pawl.classes.resource.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reading and writing the resource, and its definition (CLS-60, K17, K20).
class RuntimeFormatTest {
    private static final String FULL =
            """
            {"package_class_key":"p.c","selected_template":"dev","addons":["odgm"],"unknown":1,
            "odgm_config":{"collections":["a"],"partition_count":3,"replica_count":2,
              "shard_type":"raft","invocations":{"fn_routes":{"r":{"url":"http://u",
              "stateless":true,"standby":true,"active_group":[1,2],"function_key":"f"}},
              "disabled_fn":["d"]},"options":{"o":"1"},"log":"info","env_node_ids":{"e":[1]},
              "node_id":7,"collection_assignments":[{"collection":"a","primary":1,
              "replica":[2],"shard_ids":[3]}]},
            "functions":[{"function_key":"f","description":"d","available_location":"l",
              "qos_requirement":{"min_throughput_rps":5},"provision_config":{
              "container_image":"i","port":9,"min_scale":1,"max_scale":4,"cpu_request":"1",
              "memory_request":"1Gi","cpu_limit":"2","memory_limit":"2Gi","need_http2":true},
              "config":{"k":"v"}}],
            "nfr_requirements":{"min_throughput_rps":1,"max_latency_ms":2,
              "availability_pct":99.9,"consistency":"strong"},
            "enforcement":{"mode":"enforce","dimensions":["replicas","memory","cpu","odgm_replicas"]},
            "telemetry":{"enabled":true,"traces":false,"metrics":true,"logs":true,
              "sampling_rate":0.3,"service_name":"s","resource_attributes":{"a":"b"}}}\
            """;

    /// Kubernetes 1.20, built with Go 1.19, takes an empty text for a null and answers 422.
    @Test
    void aStatusHasNoEmptyTexts() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1).settle();
        assertThat(world.runtime.status().conditions())
                .anySatisfy(each -> assertThat(each.message()).isEmpty());
        assertThat(RuntimeWriter.status(world.runtime.status()).toString()).doesNotContain(":\"\"");
        assertThat(RuntimeWriter.status(ClassRuntimeStatus.NEW).toString()).doesNotContain(":\"\"");
    }

    @Test
    void whatIsWrittenIsReadBack() {
        ClassRuntime one = ClassWorld.read("orders", 1, FULL);
        assertThat(one.errors()).isEmpty();

        ResourceManifest written = RuntimeWriter.manifest(one.key(), one.spec());

        assertThat(RuntimeReader.read(written).spec()).isEqualTo(one.spec());
        assertThat(one.spec().enforcement().dimensions()).containsExactly(Dimension.values());
        assertThat(one.spec().functions().getFirst().qualityOfService().minThroughput())
                .isEqualTo(5);
    }

    @Test
    void aStatusIsReadBack() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 2).settle();
        ResourceManifest manifest =
                RuntimeWriter.withStatus(
                        RuntimeWriter.manifest(world.runtime.key(), world.runtime.spec()),
                        world.runtime.status());

        assertThat(RuntimeReader.read(manifest).status()).isEqualTo(world.runtime.status());
        assertThat(manifest.text("/status/phase")).contains("available");
    }

    @Test
    void anEmptySpecHasDefaults() {
        ClassRuntime runtime = ClassWorld.read("orders", 1, "{}");
        assertThat(runtime.errors()).isEmpty();
        assertThat(runtime.spec().enforcement().mode()).isEqualTo(EnforcementSpec.Mode.OBSERVE);
        assertThat(runtime.spec().allowsDataGrid()).isTrue();
        assertThat(runtime.status().phase()).isEqualTo(Phase.PENDING);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"functions":7} | spec.functions: expected a list, found 7
                    {"functions":[7]} | spec.functions[0]: expected an object, found 7
                    {"functions":[{}]} | spec.functions[0].function_key: expected a text, found none
                    {"selected_template":7} | spec.selected_template: expected a text, found 7
                    {"addons":["a",7]} | spec.addons[1]: expected a text, found 7
                    {"enforcement":{"mode":"on"}} | spec.enforcement.mode: expected off, observe or enforce, found 'on'
                    {"enforcement":{"dimensions":["disk"]}} | spec.enforcement.dimensions: expected one of [replicas, memory, cpu, odgm_replicas], found 'disk'
                    {"odgm_config":{"partition_count":0}} | spec.odgm_config.partition_count: expected a whole number from 1 to 1048576, found 0
                    {"nfr_requirements":{"availability_pct":100}} | spec.nfr_requirements.availability_pct: expected more than 0 and less than 100, found 100.0
                    {"nfr_requirements":{"max_latency_ms":-1}} | spec.nfr_requirements.max_latency_ms: expected more than 0, found -1.0
                    {"telemetry":{"sampling_rate":2}} | spec.telemetry.sampling_rate: expected a share from 0 to 1, found 2.0
                    {"telemetry":{"logs":"yes"}} | spec.telemetry.logs: expected true or false, found "yes"
                    {"addons":[]} | spec.functions: expected a function or the data grid, found neither
                    {"addons":[],"functions":[{"function_key":"w","provision_config":{"wasm_module_url":"m"}}]} | spec.functions[0].provision_config.wasm_module_url: expected the add-on odgm, in which WASM modules run, found it switched off
                    {"functions":[{"function_key":"f","provision_config":{"container_image":"i","min_scale":3,"max_scale":2}}]} | spec.functions[0].provision_config.min_scale: expected at most max_scale, which is 2, found 3
                    {"functions":[{"function_key":"f","provision_config":{"container_image":"i","port":70000}}]} | spec.functions[0].provision_config.port: expected a whole number from 1 to 65535, found 70000
                    """)
    void errorsNameTheirField(String spec, String expected) {
        assertThat(ClassWorld.read("orders", 1, spec).errors())
                .extracting(FieldError::toString)
                .contains(expected);
    }

    @Test
    void twoFunctionsMayNotShareAKey() {
        String spec = ClassWorld.spec("dev", 2, "").replace("\"f1\"", "\"f0\"");
        assertThat(ClassWorld.read("orders", 1, spec).errors())
                .singleElement()
                .hasToString(
                        "spec.functions[1].function_key: expected a key of its own, found 'f0'"
                                + " twice");
    }

    /// Whatever stands in a resource, reading it gives a value.
    @Test
    void readingIsTotal() {
        String[] junk = {"null", "7", "-1e400", "\"x\"", "[]", "[null]", "{}", "true", "1e300"};
        for (int seed = 0; seed < 500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            ClassWorld world = ClassWorld.of("dev", 1).settle();
            ObjectNode tree =
                    RuntimeWriter.withStatus(
                                    RuntimeWriter.manifest(
                                            world.runtime.key(),
                                            ClassWorld.read("orders", 1, FULL).spec()),
                                    world.runtime.status())
                            .copy();
            List<ObjectNode> objects = new ArrayList<>();
            collect(tree, objects);
            for (int i = 0; i < 3; i++) {
                ObjectNode any = objects.get(random.nextInt(objects.size()));
                List<String> names = List.copyOf(any.propertyNames());
                if (names.isEmpty()) continue;
                String value = junk[random.nextInt(junk.length)];
                JsonNode parsed = ResourceManifest.parse("{\"v\":" + value + "}").at("/v");
                any.set(names.get(random.nextInt(names.size())), parsed);
            }
            assertThat(RuntimeReader.read(ResourceManifest.of(tree)).spec())
                    .as("seed %d", seed)
                    .isNotNull();
        }
    }

    @Test
    void theDefinitionHasColumnsKeysAndTheStatusSubresource() {
        ObjectNode crd = ClassRuntimeCrd.tree();
        JsonNode version = crd.at("/spec/versions/0");
        assertThat(version.path("subresources").has("status")).isTrue();
        assertThat(version.path("additionalPrinterColumns").valueStream())
                .extracting(column -> column.path("name").asString())
                .containsExactly("Phase", "Ready", "Template", "Age", "Reason");
        JsonNode root = version.at("/schema/openAPIV3Schema");
        assertThat(root.at("/properties/status/properties/conditions/x-kubernetes-list-map-keys/0"))
                .hasToString("\"type\"");
        assertThat(root.at("/properties/spec/properties/functions/x-kubernetes-list-map-keys/0"))
                .hasToString("\"function_key\"");
        assertStructural(root, "");
        assertThat(crd.toString()).doesNotContain("x-kubernetes-validations");
    }

    /// Every written field is in the schema; the API server would drop others.
    @Test
    void theSchemaKnowsEveryFieldThatIsWritten() {
        ClassRuntime runtime = ClassWorld.read("orders", 1, FULL);
        ClassWorld world = ClassWorld.of("dev", 1).settle();
        ResourceManifest manifest =
                RuntimeWriter.withStatus(
                        RuntimeWriter.manifest(runtime.key(), runtime.spec()),
                        world.runtime.status());
        JsonNode root = ClassRuntimeCrd.tree().at("/spec/versions/0/schema/openAPIV3Schema");
        assertKnown(manifest.at("/spec"), root.at("/properties/spec"), "spec");
        assertKnown(manifest.at("/status"), root.at("/properties/status"), "status");
    }

    @Test
    void theYamlIsInBlockStyle() {
        assertThat(ClassRuntimeCrd.yaml())
                .startsWith(
                        """
                        apiVersion: "apiextensions.k8s.io/v1"
                        kind: "CustomResourceDefinition"
                        metadata:
                          name: "classruntimes.oaas.io"
                        spec:
                          group: "oaas.io"
                        """)
                .contains("    subresources:\n      status: {}\n")
                .contains("  versions:\n  - name: \"v1alpha1\"\n    served: true\n");
    }

    private static void assertStructural(JsonNode schema, String path) {
        assertThat(schema.has("type")).as(path).isTrue();
        schema.path("properties")
                .properties()
                .forEach(each -> assertStructural(each.getValue(), path + "/" + each.getKey()));
        if (schema.has("items")) assertStructural(schema.path("items"), path + "[]");
        if (schema.has("additionalProperties")) {
            assertStructural(schema.path("additionalProperties"), path + "{}");
        }
    }

    private static void assertKnown(JsonNode value, JsonNode schema, String path) {
        assertThat(schema.isMissingNode()).as(path).isFalse();
        for (Map.Entry<String, JsonNode> each : value.properties()) {
            JsonNode type =
                    schema.has("additionalProperties")
                            ? schema.path("additionalProperties")
                            : schema.path("properties").path(each.getKey());
            assertKnown(each.getValue(), type, path + "." + each.getKey());
        }
        if (value.isArray()) {
            for (JsonNode item : value) assertKnown(item, schema.path("items"), path + "[]");
        }
    }

    private static void collect(JsonNode node, List<ObjectNode> objects) {
        if (node instanceof ObjectNode object) objects.add(object);
        for (JsonNode child : node) collect(child, objects);
    }
}
