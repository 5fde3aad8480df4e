package dev.pawl.classes.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.measurement.SimulatedMetrics.Load;
import dev.pawl.classes.metrics.PrometheusText;
import dev.pawl.classes.observation.Observed;
import dev.pawl.classes.resource.NfrStatus.AppliedRecommendation;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.StatusCondition;
import dev.pawl.classes.resource.StatusCondition.Truth;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// From measurements to enforced values, for each dimension with its gate: CLS-41, CLS-44, CLS-46,
/// CLS-53, CLS-54, CRM-15, CRM-16, K15.
@Timeout(300)
final class AnalyzerTest {
    private static final double MEBI = 0x1p20;
    private static final Load BUSY = new Load(400, 0.005, 0.5, 100 * MEBI);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SimClasses sim = SimClasses.of(51);

    @AfterEach
    void close() {
        sim.close();
    }

    private void apply(String dimensions, String resources) {
        sim.applySpec(
                "greeter",
                """
                {"package_class_key":"p.greeter","selected_template":"k8s_deployment","addons":[],
                 "enforcement":{"mode":"enforce","dimensions":[%s]},
                 "functions":[{"function_key":"hello",
                  "provision_config":{"container_image":"img"%s}}]}
                """
                        .formatted(dimensions, resources));
        sim.until("greeter", Phase.AVAILABLE, MINUTE);
    }

    private int replicas(String name) {
        return sim.find(ResourceKind.DEPLOYMENT, name).at("/spec/replicas").asInt(-1);
    }

    private String request(String resource) {
        return sim.find(ResourceKind.DEPLOYMENT, "greeter")
                .text("/spec/template/spec/containers/0/resources/requests/" + resource)
                .orElse("");
    }

    private StatusCondition enforced(String name) {
        return sim.get(name).status().condition(StatusCondition.NFR_ENFORCED);
    }

    @Test
    void aBusyFunctionGrowsStepByStepToWhatItsMetricsNeed() {
        apply("\"replicas\"", "");
        sim.metrics().load("default", "greeter", BUSY);
        sim.pass(Duration.ofMinutes(3));
        assertThat(replicas("greeter")).as("one step").isEqualTo(2);
        sim.pass(Duration.ofMinutes(30));
        assertThat(replicas("greeter")).as("80 % of the CPU of five").isEqualTo(5);
        assertThat(sim.get("greeter").status().nfr().applied())
                .extracting(AppliedRecommendation::target)
                .containsExactly(2.0, 3.0, 4.0, 5.0);
        assertThat(enforced("greeter").status()).isEqualTo(Truth.TRUE);
        assertThat(sim.phase("greeter")).isEqualTo(Phase.AVAILABLE);
        assertThat(PrometheusText.of(sim.classes().metrics()))
                .contains(
                        "crm_nfr_recommendation{dimension=\"replicas\",namespace=\"default\","
                                + "class=\"greeter\"} 5\n",
                        "crm_nfr_enforcement_apply_total{dimension=\"replicas\"} 4\n",
                        "crm_nfr_enforcement_latency_seconds_count 4\n");
    }

    @Test
    void aMetricsSystemThatIsDownNeverScales() {
        apply("\"replicas\"", "");
        sim.metrics().load("default", "greeter", BUSY);
        sim.pass(Duration.ofMinutes(33));
        assertThat(replicas("greeter")).isEqualTo(5);
        sim.metrics().load("default", "greeter", new Load(2, 0.005, 0.5, MEBI));
        sim.metrics().down(true);
        sim.pass(Duration.ofHours(1));
        assertThat(replicas("greeter")).isEqualTo(5);
        assertThat(sim.classes().metricsProblem())
                .contains("default/greeter: the metrics system is down");
        assertThat(sim.get("greeter").status().condition(StatusCondition.NFR_OBSERVED).status())
                .as("a recommendation is never removed")
                .isEqualTo(Truth.TRUE);
        sim.metrics().down(false);
        sim.pass(Duration.ofHours(2));
        assertThat(replicas("greeter")).isEqualTo(1);
        assertThat(sim.classes().metricsProblem()).isEmpty();
    }

    @Test
    void aClassThatIsOffIsNotObserved() {
        sim.applyJson("greeter", "\"enforcement\":{\"mode\":\"off\"},", "hello");
        sim.until("greeter", Phase.AVAILABLE, MINUTE);
        sim.metrics().load("default", "greeter", BUSY);
        sim.pass(Duration.ofMinutes(10));
        assertThat(sim.get("greeter").status().nfr().recommendations()).isEmpty();
        sim.applyJson("greeter", "", "hello");
        sim.pass(Duration.ofMinutes(10));
        assertThat(sim.get("greeter").status().nfr().recommendations()).isNotEmpty();
        assertThat(replicas("greeter")).as("observe is the default").isEqualTo(1);
    }

    @Test
    void memoryRisesInStepsToWhatIsUsed() {
        apply("\"memory\"", ",\"memory_request\":\"128Mi\",\"memory_limit\":\"128Mi\"");
        sim.metrics().load("default", "greeter", new Load(10, 0.005, 0.5, 200 * MEBI));
        sim.pass(Duration.ofMinutes(3));
        assertThat(request("memory")).as("one step of 30 %").isEqualTo("166Mi");
        sim.pass(Duration.ofMinutes(30));
        assertThat(request("memory")).isEqualTo("240Mi");
        assertThat(replicas("greeter")).isEqualTo(1);
        assertThat(sim.phase("greeter")).isEqualTo(Phase.AVAILABLE);
        long writes = sim.cluster().writes();
        sim.pass(Duration.ofMinutes(1));
        assertThat(sim.cluster().writes() - writes).as("at rest").isLessThanOrEqualTo(1);
    }

    @Test
    void cpuWaitsUntilTheSystemLoadIsInTheSafeRange() {
        apply("\"cpu\"", "");
        sim.metrics().signals(new Observed.Signals(0.95, true, true));
        sim.metrics().load("default", "greeter", new Load(40, 0.005, 0.5, MEBI));
        sim.pass(Duration.ofMinutes(10));
        assertThat(request("cpu")).isEmpty();
        assertThat(enforced("greeter").reason()).isEqualTo("Gated");
        assertThat(enforced("greeter").message())
                .isEqualTo("cpu of hello waits: the system load is 0.95, at most 0.80.");
        sim.metrics().signals(new Observed.Signals(0.4, null, null));
        sim.pass(Duration.ofMinutes(10));
        assertThat(request("cpu")).isEqualTo("260m");
        assertThat(sim.phase("greeter")).isEqualTo(Phase.AVAILABLE);
    }

    @Test
    void theGridIsScaledOnlyWhileItsPartitionsAreHealthy() {
        sim.applySpec(
                "grid",
                """
                {"package_class_key":"p.grid","selected_template":"k8s_deployment",
                 "addons":["odgm"],"odgm_config":{"replica_count":3},
                 "enforcement":{"mode":"enforce","dimensions":["odgm_replicas"]},
                 "functions":[{"function_key":"f","provision_config":{"container_image":"i"}}]}
                """);
        sim.until("grid", Phase.AVAILABLE, MINUTE);
        sim.metrics().signals(new Observed.Signals(0.5, false, true));
        sim.metrics().load("default", "grid-odgm", BUSY);
        sim.pass(Duration.ofMinutes(10));
        assertThat(replicas("grid-odgm")).isEqualTo(3);
        assertThat(enforced("grid").message())
                .isEqualTo(
                        "odgm_replicas of odgm waits: the partitions are not known to be healthy.");
        sim.metrics().signals(new Observed.Signals(0.5, true, true));
        sim.pass(Duration.ofMinutes(30));
        assertThat(replicas("grid-odgm")).isEqualTo(5);
        assertThat(sim.get("grid").status().nfr().applied())
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.component()).isEqualTo("odgm"));
        sim.metrics().load("default", "grid-odgm", new Load(2, 0.005, 0.5, MEBI));
        sim.pass(Duration.ofHours(2));
        assertThat(replicas("grid-odgm")).as("every shard keeps its replicas").isEqualTo(3);
    }
}
