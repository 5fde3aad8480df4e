package dev.pawl.classes.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.simulated.SimulatedCluster;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.NfrStatus.AppliedRecommendation;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import dev.pawl.classes.resource.Phase;
import dev.pawl.controller.ObjectKey;
import dev.pawl.engine.Engine;
import dev.pawl.testkit.SimHost;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A manager that takes over from another, with a store of its own: timers keep their original
/// time, and nothing that is as it should be is written. CLS-57, CLS-58, CRM-18, CRM-27, K13.
@Timeout(120)
final class TakeoverTest {
    private static final LeaseSettings LEASE = LeaseSettings.in("default");
    private static final ObjectKey KEY = new ObjectKey("default", "greeter");
    private static final String ENFORCE =
            "\"enforcement\":{\"mode\":\"enforce\",\"dimensions\":[\"replicas\"]},";

    private SimClasses.World world = SimClasses.World.of(61);

    private SimClasses manager(String name) {
        return SimClasses.of(world, name, chosen -> chosen.lease(LEASE));
    }

    private static void recommend(SimClasses manager, double replicas) {
        var each =
                new Recommendation(
                        "hello",
                        Dimension.REPLICAS,
                        replicas,
                        0.9,
                        manager.host().now(),
                        manager.get("greeter").generation());
        manager.sim().perform((Engine _) -> manager.classes().recommend(KEY, List.of(each)));
    }

    private static int replicas(SimClasses manager) {
        return manager.find(ResourceKind.DEPLOYMENT, "greeter").at("/spec/replicas").asInt(-1);
    }

    /// Lets time pass until there are so many replicas; returns when that was.
    private static Instant until(SimClasses manager, int replicas) {
        for (int i = 0; i < 1_000; i++) {
            if (replicas(manager) == replicas) return manager.host().now();
            manager.pass(Duration.ofMillis(500));
        }
        throw new AssertionError(
                "expected %d replicas, found %d".formatted(replicas, replicas(manager)));
    }

    private static void awaitLeader(SimClasses manager) {
        for (int i = 0; i < 60 && !manager.classes().isActive(); i++) {
            manager.pass(Duration.ofSeconds(1));
        }
        assertThat(manager.classes().isActive()).isTrue();
    }

    @Test
    void stabilityAndCooldownKeepTheirOriginalTime() {
        SimClasses one = manager("one");
        one.applyJson("greeter", ENFORCE, "hello");
        one.until("greeter", Phase.AVAILABLE, Duration.ofMinutes(1));
        recommend(one, 2);
        Instant start = one.host().now();
        one.pass(Duration.ofSeconds(30));
        SimClasses two = manager("two");
        one.sim().crash();
        Instant applied = until(two, 2);
        assertThat(Duration.between(start, applied))
                .as("60 s of stability, counted from the first manager's recommendation")
                .isBetween(Duration.ofSeconds(60), Duration.ofSeconds(63));
        recommend(two, 3);
        two.pass(Duration.ofSeconds(30));
        SimClasses three = manager("three");
        two.sim().crash();
        Instant again = until(three, 3);
        assertThat(Duration.between(applied, again))
                .as("120 s of cooldown, counted from the second manager's success")
                .isBetween(Duration.ofSeconds(119), Duration.ofSeconds(123));
        assertThat(three.get("greeter").status().nfr().applied())
                .extracting(AppliedRecommendation::target)
                .containsExactly(2.0, 3.0);
        three.close();
    }

    @Test
    void aTakeoverWritesNothing() {
        SimClasses one = manager("one");
        one.applyJson("greeter", ENFORCE, "hello", "bye");
        one.until("greeter", Phase.AVAILABLE, Duration.ofMinutes(1));
        recommend(one, 2);
        one.pass(Duration.ofMinutes(4));
        String before = versions(one);
        SimClasses two = manager("two");
        one.sim().crash();
        awaitLeader(two);
        two.pass(Duration.ofSeconds(30));
        assertThat(versions(two)).isEqualTo(before);
        assertThat(two.phase("greeter")).isEqualTo(Phase.AVAILABLE);
        two.close();
    }

    private static String versions(SimClasses manager) {
        StringBuilder text = new StringBuilder();
        for (ResourceKind kind :
                List.of(
                        ResourceKind.CLASS_RUNTIME,
                        ResourceKind.DEPLOYMENT,
                        ResourceKind.SERVICE,
                        ResourceKind.EVENT)) {
            manager.list(kind)
                    .forEach(each -> text.append(each).append(' ').append(each.resourceVersion()));
        }
        return text.toString();
    }

    @Test
    void aManagerThatLeadsAgainKnowsWhatTheOtherHasDone() {
        SimClasses one = manager("one");
        one.applyJson("greeter", ENFORCE, "hello");
        one.until("greeter", Phase.AVAILABLE, Duration.ofMinutes(1));
        recommend(one, 2);
        until(one, 2);
        one.pass(Duration.ofSeconds(5));
        SimClasses two = manager("two");
        one.sim().crash();
        awaitLeader(two);
        recommend(two, 3);
        Instant applied = until(two, 3);
        two.pass(Duration.ofSeconds(5));
        two.sim().crash();
        one.open();
        awaitLeader(one);
        recommend(one, 2);
        Instant lowered = until(one, 2);
        assertThat(Duration.between(applied, lowered))
                .as("180 s of stability before a value falls, and the cooldown of the other")
                .isGreaterThan(Duration.ofMinutes(3));
        assertThat(one.get("greeter").status().nfr().applied())
                .extracting(AppliedRecommendation::target)
                .containsExactly(2.0, 3.0, 2.0);
        one.close();
    }

    /// An enforcement that was decided before a crash is not performed when its target is no longer
    /// the one that counts.
    @Test
    void aPendingEnforcementThatTheOtherManagerHasReplacedIsNotPerformed() {
        boolean[] isArmed = {true};
        SimClasses[] first = new SimClasses[1];
        first[0] =
                SimClasses.reporting(
                        world,
                        "one",
                        chosen -> chosen.lease(LEASE),
                        write -> {
                            if (!isArmed[0] || !write.endsWith("by oprc-crm-enforcer")) return;
                            isArmed[0] = false;
                            first[0].sim().crash();
                        });
        SimClasses one = first[0];
        one.applySpec(
                "greeter",
                """
                {"package_class_key":"p.greeter","selected_template":"k8s_deployment","addons":[],
                 "enforcement":{"mode":"enforce","dimensions":["replicas"]},
                 "functions":[{"function_key":"hello",
                  "provision_config":{"container_image":"img","min_scale":10}}]}
                """);
        one.until("greeter", Phase.AVAILABLE, Duration.ofMinutes(2));
        recommend(one, 12);
        for (int i = 0; i < 90 && isArmed[0]; i++) {
            try {
                one.pass(Duration.ofSeconds(1));
            } catch (SimHost.Crashed _) {
                assertThat(isArmed[0]).isFalse();
            }
        }
        assertThat(isArmed[0]).as("killed before the write").isFalse();
        SimClasses two = manager("two");
        awaitLeader(two);
        recommend(two, 13);
        until(two, 13);
        two.pass(Duration.ofSeconds(5));
        two.sim().crash();
        one.open();
        awaitLeader(one);
        for (int i = 0; i < 120; i++) {
            one.pass(Duration.ofSeconds(1));
            assertThat(replicas(one)).isEqualTo(13);
        }
        one.close();
    }

    @Test
    void theDeadlineOfAGenerationKeepsItsOriginalTime() {
        world =
                SimClasses.World.of(
                        SimulatedCluster.Settings.seed(62).startMax(Duration.ofHours(10)));
        SimClasses one = manager("one");
        one.apply("greeter", "hello");
        one.until("greeter", Phase.PROGRESSING, Duration.ofMinutes(1));
        Instant start = one.host().now();
        one.pass(Duration.ofMinutes(6));
        SimClasses two = manager("two");
        one.sim().crash();
        two.until("greeter", Phase.DEGRADED, Duration.ofMinutes(12));
        assertThat(Duration.between(start, two.host().now()))
                .isBetween(Duration.ofSeconds(595), Duration.ofSeconds(605));
        two.close();
    }
}
