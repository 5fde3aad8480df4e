package dev.pawl.classes.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.ClassWorld;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ChildState;
import dev.pawl.classes.observation.ChildState.Ready;
import dev.pawl.classes.observation.ChildState.Rollout;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.resource.ClassRuntimeSpec;
import dev.pawl.classes.resource.Phase;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Unit – Descriptor: choice, names and readiness rules (CLS-8 to CLS-11, CLS-60, CLS-63).
class TemplatesTest {
    private static final Templates ALL = Templates.standard();
    private static final ClusterProfile FULL = ClusterProfile.full();

    @Test
    void theProfileDecidesWithoutRequirements() {
        assertThat(chosen("", profile("dev"))).isEqualTo("dev");
        assertThat(chosen("", profile("edge"))).isEqualTo("edge");
        assertThat(chosen("", FULL)).isEqualTo("knative");
    }

    @Test
    void requirementsCanDecide() {
        String strict = ",\"nfr_requirements\":{\"max_latency_ms\":20}";
        TemplateChoice choice = ALL.choose(spec(strict), null, FULL);

        assertThat(choice.descriptor()).isEqualTo(Templates.K8S_DEPLOYMENT);
        assertThat(choice.explanation())
                .contains(
                        "k8s_deployment: the highest score",
                        "k8s_deployment: 50 points (profile full 30, latency <= 50.0 ms +20)",
                        "knative: 45 points (profile full 40, latency <= 100.0 ms +5)");
    }

    @Test
    void aTemplateWithoutItsApiIsNotPossible() {
        Set<ManagedKind> kinds = EnumSet.complementOf(EnumSet.of(ManagedKind.KNATIVE_SERVICE));
        ClusterProfile cluster = new ClusterProfile("full", kinds);
        assertThat(chosen("", cluster)).isEqualTo("k8s_deployment");
        assertThat(ALL.choose(named("knative"), null, cluster).explanation())
                .containsExactly(
                        "template knative is not possible, the API server does not serve"
                                + " serving.knative.dev/v1");
    }

    @Test
    void aliasesAndTheRecordedTemplateAreKnown() {
        assertThat(ALL.choose(named("kn"), null, FULL).descriptor()).isEqualTo(Templates.KNATIVE);
        TemplateChoice kept = ALL.choose(spec(""), "edge", FULL);
        assertThat(kept.descriptor()).isEqualTo(Templates.EDGE);
        assertThat(kept.explanation().getFirst())
                .isEqualTo("edge: kept, because the class runs with it");
    }

    /// K16 and CRM-25: two ids never share a name.
    @Test
    void namesAreSafeAndUnique() {
        assertThat(ChildNames.of("orders")).isEqualTo("orders");
        assertThat(ChildNames.function("orders", 0, 1)).isEqualTo("orders");
        assertThat(ChildNames.function("orders", 2, 3)).isEqualTo("orders-fn-2");
        assertThat(ChildNames.dataGrid("orders")).isEqualTo("orders-odgm");
        assertThat(ChildNames.dataGridService("orders")).isEqualTo("orders-odgm-svc");
        Set<String> names = new HashSet<>();
        List<String> ids =
                List.of(
                        "Orders",
                        "orders_",
                        "_orders",
                        "ORDERS",
                        "1",
                        "",
                        "ä",
                        "a.b",
                        "a-",
                        "x".repeat(300),
                        "x".repeat(63) + "y",
                        "-");
        for (String id : ids) {
            String name = ChildNames.of(id);
            assertThat(name).matches("[a-z]([-a-z0-9]*[a-z0-9])?").hasSizeLessThanOrEqualTo(63);
            assertThat(ChildNames.of(name)).isEqualTo(name);
            names.add(name);
        }
        assertThat(names).hasSize(ids.size());
        assertThat(ChildNames.function("x".repeat(63), 1, 2)).hasSizeLessThanOrEqualTo(63);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev", "edge", "k8s_deployment", "knative"})
    void everyTemplateRisesAndHasALabelAndRules(String id) {
        TemplateDescriptor descriptor = ALL.find(id);
        assertThat(descriptor.labelSelector().apply("orders"))
                .isEqualTo(Map.entry("oaas.io/owner", "orders"));
        assertThat(descriptor.supportsDataGrid()).isTrue();
        assertThat(descriptor.rule(descriptor.workload()).contributesToAvailable()).isTrue();
        assertThat(ClassWorld.of(id, 2).settle().phase()).isEqualTo(Phase.AVAILABLE);
    }

    /// CRM-05: the controller of the child has seen its spec, and all replicas are there.
    @Test
    void aDeploymentIsReadyWithAllReplicasOfItsLatestSpec() {
        assertThat(deployment(new Rollout(2, 2, 3, 3, 3, null)).ready()).isTrue();
        assertThat(deployment(new Rollout(2, 2, 0, 0, 0, null)).ready()).isTrue();
        assertThat(deployment(new Rollout(2, 1, 3, 3, 3, null)).reason()).isEqualTo("StaleStatus");
        assertThat(deployment(new Rollout(2, 2, 3, 2, 3, null)).reason()).isEqualTo("RollingOut");
        assertThat(deployment(new Rollout(2, 2, 3, 3, 1, null)).message())
                .isEqualTo("Deployment/x: 1 of 3 replicas are available");
    }

    @Test
    void aKnativeServiceIsReadyWhenItSaysSo() {
        assertThat(knative(new Ready("True", null, null)).ready()).isTrue();
        assertThat(knative(new Ready("False", "RevisionFailed", "no image")))
                .isEqualTo(
                        ReadinessResult.notReady("RevisionFailed", "KnativeService/x: no image"));
        assertThat(knative(null).reason()).isEqualTo("NotReady");
    }

    /// CLS-63: a fifth template is a descriptor and nothing else.
    @Test
    void aFifthTemplateIsADescriptorOnly() {
        TemplateDescriptor worker =
                new TemplateDescriptor(
                        "worker",
                        List.of(),
                        List.of(ManagedKind.DEPLOYMENT),
                        List.of(ReadinessRule.deployment(ManagedKind.DEPLOYMENT)),
                        (name, index, total) -> name + "-worker-" + index,
                        TemplateDescriptor::ownerLabel,
                        false,
                        new Scoring(Map.of(), 100, List.of()));
        ClassWorld world = ClassWorld.of("worker", 2);
        world.templates = new Templates(List.of(Templates.DEV, worker));

        world.settle();

        assertThat(world.phase()).isEqualTo(Phase.AVAILABLE);
        assertThat(world.children)
                .containsOnlyKeys(
                        new ChildRef(ManagedKind.DEPLOYMENT, "orders-worker-0"),
                        new ChildRef(ManagedKind.DEPLOYMENT, "orders-worker-1"));
    }

    @Test
    void aRuleThatThrowsIsReportedAndStopsNothing() {
        ReadinessRule broken =
                new ReadinessRule(
                        ManagedKind.DEPLOYMENT,
                        _ -> {
                            throw new IllegalStateException("broken");
                        },
                        true);
        TemplateDescriptor bad =
                new TemplateDescriptor(
                        "bad",
                        List.of(),
                        List.of(ManagedKind.DEPLOYMENT),
                        List.of(broken),
                        ChildNames::function,
                        TemplateDescriptor::ownerLabel,
                        false,
                        new Scoring(Map.of(), 0, List.of()));
        ClassWorld world = ClassWorld.of("bad", 1);
        world.templates = new Templates(List.of(bad));

        world.settle();

        assertThat(world.phase()).isEqualTo(Phase.PROGRESSING);
        assertThat(world.runtime.status().message())
                .isEqualTo(
                        "the readiness rule of Deployment/orders failed:"
                                + " java.lang.IllegalStateException: broken");
    }

    private static ReadinessResult deployment(Rollout rollout) {
        return ReadinessRule.deployment(ManagedKind.DEPLOYMENT)
                .evaluator()
                .apply(child(ManagedKind.DEPLOYMENT, rollout));
    }

    private static ReadinessResult knative(Ready ready) {
        return ReadinessRule.knative()
                .evaluator()
                .apply(child(ManagedKind.KNATIVE_SERVICE, new Rollout(1, 1, 0, 0, 0, ready)));
    }

    private static ChildState child(ManagedKind kind, Rollout rollout) {
        return new ChildState(
                new ChildRef(kind, "x"), "u", "o", "", false, rollout, null, List.of());
    }

    private static String chosen(String more, ClusterProfile cluster) {
        return ALL.choose(spec(more), null, cluster).descriptor().id();
    }

    private static ClusterProfile profile(String name) {
        return new ClusterProfile(name, FULL.served());
    }

    private static ClassRuntimeSpec spec(String more) {
        return ClassWorld.read("orders", 1, ClassWorld.spec("", 1, more)).spec();
    }

    private static ClassRuntimeSpec named(String template) {
        return ClassWorld.read("orders", 1, ClassWorld.spec(template, 1, "")).spec();
    }
}
