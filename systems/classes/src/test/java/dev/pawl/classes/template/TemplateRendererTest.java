package dev.pawl.classes.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.ClassWorld;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.observation.ChildReader;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.resource.TelemetrySpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What is rendered: CLS-11, CLS-13, CRM-04, CRM-31.
class TemplateRendererTest {
    private static final TelemetrySpec DEFAULT =
            new TelemetrySpec(true, true, true, false, 0.5, null, Map.of());

    @Test
    void rendersADeploymentAndItsService() {
        DesiredState desired = ClassWorld.of("k8s_deployment", 1).desired();

        assertThat(desired.children())
                .extracting(DesiredState.Child::ref)
                .containsExactly(
                        new ChildRef(ManagedKind.DEPLOYMENT, "orders"),
                        new ChildRef(ManagedKind.SERVICE, "orders"));
        ResourceManifest deployment = desired.children().getFirst().manifest();
        assertThat(deployment.labels())
                .containsEntry("app", "orders")
                .containsEntry("oaas.io/owner", "orders");
        assertThat(deployment.controllerUid()).isEqualTo("uid-orders");
        assertThat(deployment.annotations())
                .containsEntry(ChildReader.HASH, desired.children().getFirst().hash());
        assertThat(deployment.at("/spec/replicas").asInt()).isEqualTo(1);
        assertThat(desired.functions().getFirst().endpoint().predictedUrl())
                .isEqualTo("http://orders.shop.svc.cluster.local");
    }

    @Test
    void equalInputsGiveEqualBytes() {
        String config =
                ClassWorld.spec("dev", 1, "")
                        .replace(
                                "\"provision_config\"",
                                "\"config\":{\"Z\":\"1\",\"A\":\"2\"},\"provision_config\"");
        DesiredState one = new ClassWorld(config).desired();
        DesiredState two = new ClassWorld(config).desired();

        assertThat(one).isEqualTo(two);
        assertThat(environment(one)).containsExactly("A=2", "Z=1");
    }

    @Test
    void aChangeOfTheSpecChangesTheHashOfItsChildAlone() {
        DesiredState one = ClassWorld.of("dev", 2).desired();
        DesiredState two =
                new ClassWorld(ClassWorld.spec("dev", 2, "").replace("image:1", "image:2"))
                        .desired();

        for (int i = 0; i < 4; i++) {
            boolean isSecond =
                    one.children()
                            .get(i)
                            .ref()
                            .equals(new ChildRef(ManagedKind.DEPLOYMENT, "orders-fn-1"));
            assertThat(one.children().get(i).hash().equals(two.children().get(i).hash()))
                    .isEqualTo(!isSecond);
        }
    }

    /// K18: a WASM function first does no harm, and has no workload.
    @Test
    void wasmFunctionsRunInTheDataGrid() {
        DesiredState desired =
                new ClassWorld(
                                """
                                {"selected_template":"knative","odgm_config":{"collections":["c"]},
                                "functions":[
                                {"function_key":"w","provision_config":{"wasm_module_url":"oci://m"}},
                                {"function_key":"i","provision_config":{"container_image":"x"}}]}\
                                """)
                        .desired();

        assertThat(desired.children())
                .extracting(each -> each.ref().toString())
                .containsExactly(
                        "Deployment/orders-odgm",
                        "Service/orders-odgm-svc",
                        "KnativeService/orders-fn-1");
        String collections = environment(desired).getFirst();
        assertThat(collections)
                .startsWith("ODGM_COLLECTION=")
                .contains("\"wasm_module_url\":\"oci://m\"", "\"url\":\"http://orders-fn-1\"");
    }

    @Test
    void aWasmFunctionWithoutAGridIsAnError() {
        ClassWorld world =
                new ClassWorld(
                        """
                        {"functions":[{"function_key":"w",
                        "provision_config":{"wasm_module_url":"oci://m"}}]}\
                        """);
        world.settings = new RenderSettings("image", false, false, null, null, Set.of());

        assertThat(world.desired().errors())
                .singleElement()
                .hasToString(
                        "spec.functions[0].provision_config.wasm_module_url: expected a data grid,"
                                + " in which WASM modules run, found none in this cluster or"
                                + " template");
    }

    @Test
    void routesOfTheSpecWinAndDisabledOnesAreLeftOut() {
        DesiredState desired =
                new ClassWorld(
                                """
                                {"selected_template":"dev","odgm_config":{"collections":["c"],
                                "invocations":{"fn_routes":{"a":{"url":"http://mine"}},"disabled_fn":["b"]}},
                                "functions":[
                                {"function_key":"a","provision_config":{"container_image":"x"}},
                                {"function_key":"b","provision_config":{"container_image":"x"}},
                                {"function_key":"c","provision_config":{"container_image":"x"}}]}\
                                """)
                        .desired();

        assertThat(environment(desired).getFirst())
                .contains("\"a\":{\"url\":\"http://mine\"", "\"c\":{\"url\":\"http://orders-fn-2\"")
                .doesNotContain("\"b\"");
    }

    @Test
    void theDataGridIsOptional() {
        assertThat(new ClassWorld("{\"addons\":[]}").desired().hasDataGrid()).isFalse();
        assertThat(new ClassWorld("{\"addons\":[\"odgm\"]}").desired().hasDataGrid()).isTrue();
        assertThat(new ClassWorld("{}").desired().hasDataGrid()).isTrue();
    }

    /// An enforced scale is left out, so that an apply does not take it back.
    @Test
    void anEnforcedScaleIsNotRendered() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1);
        world.settings = world.settings.enforcing(Set.of("f0"));

        ResourceManifest manifest = world.desired().children().getFirst().manifest();
        assertThat(manifest.at("/spec/replicas").isMissingNode()).isTrue();
    }

    @Test
    void anAutoscalerReplacesTheReplicas() {
        ClassWorld world =
                new ClassWorld(
                        ClassWorld.spec("k8s_deployment", 1, "")
                                .replace(
                                        "\"image:0\"",
                                        "\"image:0\",\"min_scale\":2,\"max_scale\":6"));
        world.settings = new RenderSettings("image", true, true, null, null, Set.of());
        DesiredState desired = world.desired();

        assertThat(desired.children()).hasSize(3);
        assertThat(desired.children().getFirst().manifest().at("/spec/replicas").isMissingNode())
                .isTrue();
        ResourceManifest autoscaler = desired.children().getLast().manifest();
        assertThat(autoscaler.at("/spec/minReplicas").asInt()).isEqualTo(2);
        assertThat(autoscaler.at("/spec/maxReplicas").asInt()).isEqualTo(6);
        assertThat(autoscaler.text("/apiVersion")).contains("autoscaling/v1");
    }

    @Test
    void telemetryOfTheClassWinsOverTheClusters() {
        assertThat(telemetry(null, null)).isEmpty();
        assertThat(telemetry(DEFAULT, null)).contains("OTEL_TRACES_SAMPLER_ARG=0.5");
        assertThat(telemetry(DEFAULT, "{\"enabled\":false}")).isEmpty();
        assertThat(telemetry(null, "{}")).contains("OTEL_TRACES_SAMPLER_ARG=0.1");
        assertThat(telemetry(DEFAULT, "{\"sampling_rate\":1}"))
                .contains("OTEL_TRACES_EXPORTER=otlp")
                .noneMatch(each -> each.startsWith("OTEL_TRACES_SAMPLER"));
        assertThat(telemetry(DEFAULT, "{\"traces\":false,\"service_name\":\"s\"}"))
                .contains("OTEL_TRACES_EXPORTER=none", "OTEL_SERVICE_NAME=s");
        assertThat(telemetry(null, "{\"resource_attributes\":{\"b\":\"2\",\"a\":\"1\"}}"))
                .contains("OTEL_RESOURCE_ATTRIBUTES=a=1,b=2", "OTEL_SERVICE_NAME=f0");
    }

    private static List<String> telemetry(TelemetrySpec ofCluster, String ofClass) {
        String more = ofClass == null ? "" : ",\"telemetry\":" + ofClass;
        ClassWorld world = new ClassWorld(ClassWorld.spec("dev", 1, more));
        world.settings = new RenderSettings("i", true, false, ofCluster, "http://otel", Set.of());
        return environment(world.desired());
    }

    private static List<String> environment(DesiredState desired) {
        return desired.children()
                .getFirst()
                .manifest()
                .at("/spec/template/spec/containers/0/env")
                .valueStream()
                .map(each -> each.path("name").asString() + "=" + each.path("value").asString())
                .toList();
    }
}
