package dev.pawl.classes.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.evaluation.FunctionStatusUpdate;
import dev.pawl.classes.resource.ClassRuntimeStatus;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.FunctionStatus.Endpoint;
import dev.pawl.classes.resource.NfrStatus.AppliedRecommendation;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.StatusCondition;
import dev.pawl.classes.resource.StatusCondition.Truth;
import dev.pawl.classes.resource.WorkloadStatus.ResourceRef;
import dev.pawl.classes.resource.WorkloadStatus.Router;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Unit – StatusReducer: the merge rules, one test for each row (CLS-20 to CLS-28, CLS-40).
class StatusReducerTest {
    private static final Instant THEN = Instant.parse("2030-01-01T00:00:00Z");
    private static final Instant NOW = THEN.plusSeconds(100);
    private static final Duration REFRESH = Duration.ofMinutes(2);

    @Test
    void thePhaseIsOverwritten() {
        assertThat(reduce(ClassRuntimeStatus.NEW, update(Phase.APPLYING)).phase())
                .isEqualTo(Phase.APPLYING);
    }

    @Test
    void conditionsAreReplacedByTypeAndOthersStay() {
        ClassRuntimeStatus one =
                reduce(ClassRuntimeStatus.NEW, conditions(truth("Custom", true), truth("A", true)));
        ClassRuntimeStatus two =
                StatusReducer.reduce(one, conditions(truth("A", false), truth("B", true)), NOW);

        assertThat(two.conditions())
                .extracting(StatusCondition::type)
                .containsExactly("Custom", "A", "B");
        assertThat(two.condition("A").status()).isEqualTo(Truth.FALSE);
        assertThat(two.condition("A").lastTransitionTime()).isEqualTo(NOW);
        assertThat(two.condition("Custom").lastTransitionTime()).isEqualTo(THEN);
    }

    @Test
    void theTransitionTimeChangesOnlyWithTheStatus() {
        ClassRuntimeStatus one = reduce(ClassRuntimeStatus.NEW, conditions(truth("A", true)));
        StatusCondition other = new StatusCondition("A", Truth.TRUE, "Other", "x", NOW, 1);
        ClassRuntimeStatus two = StatusReducer.reduce(one, conditions(other), NOW);

        assertThat(two.condition("A").reason()).isEqualTo("Other");
        assertThat(two.condition("A").lastTransitionTime()).isEqualTo(THEN);
    }

    @Test
    void functionsKeepTheirEndpointUnlessTheTemplateOrGenerationChanges() {
        ClassRuntimeStatus one = reduce(ClassRuntimeStatus.NEW, function("svc", "dev", true, 1));
        ClassRuntimeStatus two = StatusReducer.reduce(one, function("other", "dev", false, 1), NOW);
        assertThat(two.function("f").endpoint().service()).isEqualTo("svc");
        assertThat(two.function("f").readiness().ready()).isFalse();
        assertThat(two.function("f").readiness().lastTransitionTime()).isEqualTo(NOW);
        assertThat(
                        StatusReducer.reduce(two, function("other", "edge", false, 1), NOW)
                                .function("f")
                                .endpoint()
                                .service())
                .isEqualTo("other");
        assertThat(
                        StatusReducer.reduce(two, function("other", "dev", false, 2), NOW)
                                .function("f")
                                .endpoint()
                                .service())
                .isEqualTo("other");
    }

    @Test
    void routersAreRefreshedOnlyWhenDiscovered() {
        List<Router> routers = List.of(new Router("r", 80));
        ClassRuntimeStatus one =
                reduce(ClassRuntimeStatus.NEW, update(Phase.PENDING).with(routers));
        ClassRuntimeStatus two = StatusReducer.reduce(one, update(Phase.APPLYING), NOW);

        assertThat(two.workload().routers()).isEqualTo(routers);
        assertThat(
                        StatusReducer.reduce(two, update(Phase.APPLYING).with(List.of()), NOW)
                                .workload()
                                .routers())
                .isEmpty();
    }

    @Test
    void resourceReferencesAreSortedWithoutDuplicates() {
        ResourceRef a = new ResourceRef("Deployment", "a");
        ResourceRef b = new ResourceRef("Service", "a");
        StatusUpdate update =
                new StatusUpdate(
                        Phase.PENDING, "", 0, List.of(), null, null, List.of(b, a, b), null);

        ClassRuntimeStatus one = reduce(ClassRuntimeStatus.NEW, update);

        assertThat(one.workload().resourceRefs()).containsExactly(a, b);
        assertThat(StatusReducer.reduce(one, update, NOW)).isSameAs(one);
    }

    /// CLS-25 and CLS-55: only the analyzer writes recommendations, and none is ever removed.
    @Test
    void recommendationsBelongToTheAnalyzer() {
        ClassRuntimeStatus one = recommend(ClassRuntimeStatus.NEW, "f", 3, THEN);
        one = recommend(one, "g", 5, THEN);
        ClassRuntimeStatus two = StatusReducer.reduce(one, update(Phase.APPLYING), NOW);
        two = StatusReducer.applyEnforcement(two, outcome(3), NOW);

        assertThat(two.nfr().recommendations()).containsEntry(Dimension.REPLICAS, 5.0);
        assertThat(two.nfr().observation("f", Dimension.REPLICAS).value()).isEqualTo(3);
        assertThat(StatusReducer.recommend(two, List.of(), REFRESH, NOW)).isSameAs(two);
    }

    /// K5: an analysis with the same values causes no write.
    @Test
    void anUnchangedRecommendationIsRefreshedRarely() {
        ClassRuntimeStatus one = recommend(ClassRuntimeStatus.NEW, "f", 3, THEN);
        assertThat(recommend(one, "f", 3, THEN.plusSeconds(60))).isSameAs(one);
        assertThat(recommend(one, "f", 3, THEN.plusSeconds(120))).isNotEqualTo(one);
        assertThat(recommend(one, "f", 4, THEN.plusSeconds(1))).isNotEqualTo(one);
    }

    /// CLS-26, CLS-27, CLS-40, CLS-48, CLS-50 and B16.
    @Test
    void enforcementsAreAppendedUpToABound() {
        ClassRuntimeStatus status = ClassRuntimeStatus.NEW;
        for (int i = 1; i <= StatusReducer.AUDIT_MAX + 5; i++) {
            status = StatusReducer.applyEnforcement(status, outcome(i), NOW);
        }

        assertThat(status.nfr().applied()).hasSize(StatusReducer.AUDIT_MAX);
        assertThat(status.nfr().applied().getLast())
                .isEqualTo(
                        new AppliedRecommendation("function", "replicas", 25.0, "enforcer", 1.0));
        assertThat(status.nfr().lastAppliedAt()).isEqualTo(NOW);
        assertThat(status.condition(StatusCondition.NFR_ENFORCED).status()).isEqualTo(Truth.TRUE);
        ClassRuntimeStatus later =
                StatusReducer.reduce(status, update(Phase.APPLYING), NOW.plusSeconds(9));
        assertThat(later.nfr()).isEqualTo(status.nfr());
    }

    /// CLS-28.
    @Test
    void volatileTimesAreNoDifference() {
        ClassRuntimeStatus one = reduce(ClassRuntimeStatus.NEW, function("svc", "dev", true, 1));

        assertThat(StatusReducer.reduce(one, function("svc", "dev", true, 1), NOW)).isSameAs(one);
    }

    /// K14 and CLS-55: in which order changes are merged does not matter.
    @Test
    void concurrentChangesLoseNothing() {
        StatusUpdate update = function("svc", "dev", true, 1);
        ClassRuntimeStatus one =
                StatusReducer.applyEnforcement(
                        recommend(reduce(ClassRuntimeStatus.NEW, update), "f", 3, THEN),
                        outcome(3),
                        THEN);
        ClassRuntimeStatus two =
                reduce(
                        recommend(
                                StatusReducer.applyEnforcement(
                                        ClassRuntimeStatus.NEW, outcome(3), THEN),
                                "f",
                                3,
                                THEN),
                        update);

        assertThat(one.nfr()).isEqualTo(two.nfr());
        assertThat(one.functions()).isEqualTo(two.functions());
        assertThat(one.phase()).isEqualTo(two.phase());
    }

    private static ClassRuntimeStatus reduce(ClassRuntimeStatus status, StatusUpdate update) {
        return StatusReducer.reduce(status, update, THEN);
    }

    private static ClassRuntimeStatus recommend(
            ClassRuntimeStatus status, String function, double value, Instant at) {
        Recommendation each = new Recommendation(function, Dimension.REPLICAS, value, 0.5, at, 1);
        return StatusReducer.recommend(status, List.of(each), REFRESH, at);
    }

    private static EnforcementOutcome outcome(double target) {
        return EnforcementOutcome.of("f", Dimension.REPLICAS, target);
    }

    private static StatusUpdate update(Phase phase) {
        return new StatusUpdate(phase, "", 0, List.of(), null, null, null, null);
    }

    private static StatusUpdate conditions(StatusCondition... conditions) {
        return new StatusUpdate(Phase.PENDING, "", 0, List.of(conditions), null, null, null, null);
    }

    private static StatusUpdate function(
            String service, String template, boolean ready, long generation) {
        Endpoint endpoint = new Endpoint(service, 80, "http://" + service, null, template);
        return new StatusUpdate(
                Phase.PROGRESSING,
                "",
                generation,
                List.of(),
                List.of(new FunctionStatusUpdate("f", endpoint, ready, null, null)),
                null,
                null,
                null);
    }

    private static StatusCondition truth(String type, boolean holds) {
        return new StatusCondition(type, Truth.of(holds), "R", "", holds ? THEN : NOW, 1);
    }
}
