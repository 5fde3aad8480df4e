package dev.pawl.classes.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.NfrStatus;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import dev.pawl.classes.resource.Phase;
import dev.pawl.controller.ObjectKey;
import dev.pawl.engine.Engine;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Recommendations that are enforced in the cluster, once, with durable times.
@Timeout(120)
final class EnforcementTest {
    private static final String ENFORCE =
            "\"enforcement\":{\"mode\":\"enforce\",\"dimensions\":[\"replicas\"]},";

    private final SimClasses sim = SimClasses.of(31);
    private final ObjectKey key = sim.applyJson("greeter", ENFORCE, "hello");

    /// Recommends a number of replicas for a while, as an analyzer does each half minute.
    private void recommend(double replicas, Duration time) {
        for (long i = 0; i < time.toSeconds() / 30; i++) {
            long generation = sim.get("greeter").generation();
            var each =
                    new Recommendation(
                            "hello",
                            Dimension.REPLICAS,
                            replicas,
                            0.9,
                            sim.host().now(),
                            generation);
            sim.sim().perform((Engine _) -> sim.classes().recommend(key, List.of(each)));
            sim.pass(Duration.ofSeconds(30));
        }
    }

    private int replicas() {
        return sim.find(ResourceKind.DEPLOYMENT, "greeter").at("/spec/replicas").asInt(-1);
    }

    @Test
    void aStableRecommendationIsEnforcedOnceAndAudited() {
        sim.until("greeter", Phase.AVAILABLE, Duration.ofMinutes(1));
        recommend(2, Duration.ofSeconds(30));
        assertThat(replicas()).as("not stable yet").isEqualTo(1);
        recommend(2, Duration.ofMinutes(3));
        assertThat(replicas()).isEqualTo(2);
        NfrStatus nfr = sim.get("greeter").status().nfr();
        assertThat(nfr.applied())
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.dimension()).isEqualTo("replicas");
                    assertThat(each.target()).isEqualTo(2);
                });
        assertThat(nfr.lastAppliedAt()).isNotNull();
        assertThat(sim.events()).contains("NFRApplied");
        recommend(2, Duration.ofMinutes(10));
        assertThat(sim.get("greeter").status().nfr().applied()).hasSize(1);
        assertThat(sim.phase("greeter")).isEqualTo(Phase.AVAILABLE);
        sim.close();
    }

    @Test
    void theStabilityClockSurvivesARestart() {
        sim.until("greeter", Phase.AVAILABLE, Duration.ofMinutes(1));
        recommend(2, Duration.ofSeconds(30));
        sim.restart();
        sim.pass(Duration.ofSeconds(1));
        recommend(2, Duration.ofSeconds(60));
        assertThat(replicas()).isEqualTo(2);
        sim.close();
    }

    /// The renderer leaves out what the enforcer owns, so a new generation does not take it back.
    @Test
    void aNewGenerationKeepsWhatIsEnforced() {
        sim.until("greeter", Phase.AVAILABLE, Duration.ofMinutes(1));
        recommend(2, Duration.ofMinutes(4));
        assertThat(replicas()).isEqualTo(2);
        ObjectKey same = sim.applyJson("greeter", ENFORCE, "hello", "bye");
        assertThat(same).isEqualTo(key);
        sim.pass(Duration.ofSeconds(1));
        sim.until("greeter", Phase.AVAILABLE, Duration.ofMinutes(2));
        assertThat(sim.list(ResourceKind.DEPLOYMENT)).hasSize(2);
        sim.close();
    }

    /// CLS-50: two values that were applied at the same moment are two lines of the audit.
    @Test
    void valuesAppliedAtOnceAreAuditedEach() {
        ObjectKey pair = sim.applyJson("pair", ENFORCE, "a", "b");
        sim.until("pair", Phase.AVAILABLE, Duration.ofMinutes(1));
        List<Recommendation> both =
                List.of(
                        new Recommendation("a", Dimension.REPLICAS, 2, 1, sim.host().now(), 1),
                        new Recommendation("b", Dimension.REPLICAS, 2, 1, sim.host().now(), 1));
        sim.sim().perform((Engine _) -> sim.classes().recommend(pair, both));
        sim.pass(Duration.ofMinutes(2));
        assertThat(sim.get("pair").status().nfr().applied()).hasSize(2);
        assertThat(sim.list(ResourceKind.DEPLOYMENT))
                .filteredOn(each -> each.name().startsWith("pair"))
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.at("/spec/replicas").asInt()).isEqualTo(2));
        sim.close();
    }
}
