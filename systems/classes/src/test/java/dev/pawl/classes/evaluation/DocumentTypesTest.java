package dev.pawl.classes.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.template.TemplateDescriptor;
import dev.pawl.classes.template.Templates;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The types of the evaluation have the shape that is required: CLS-61 and CLS-62.
class DocumentTypesTest {
    @Test
    void anOutputHasFiveFieldsAndThereAreSixPhases() {
        assertThat(EvalOutput.class.getRecordComponents())
                .extracting(RecordComponent::getName)
                .containsExactly(
                        "phase", "conditionDeltas", "functionUpdates", "actions", "requeueAfter");
        assertThat(Phase.values())
                .extracting(Phase::toString)
                .containsExactly(
                        "pending", "applying", "progressing", "available", "degraded", "deleting");
    }

    /// The patch of an autoscaler is a part of the enforcement of replicas, and no action.
    @Test
    void actionsAreAClosedSet() {
        assertThat(Arrays.stream(Action.class.getPermittedSubclasses()).map(Class::getSimpleName))
                .contains(
                        "ApplyWorkload",
                        "EnsureMetricsTargets",
                        "DeleteOrphans",
                        "EnforceReplicas");
        assertThat(Action.class.isSealed()).isTrue();
    }

    @Test
    void theGridHasAReadinessRuleAndReasonsAreAClosedSet() {
        for (TemplateDescriptor each :
                List.of(Templates.DEV, Templates.K8S_DEPLOYMENT, Templates.KNATIVE)) {
            assertThat(each.rule(ManagedKind.ODGM_DEPLOYMENT).contributesToAvailable()).isTrue();
        }
        assertThat(DegradedReason.values())
                .extracting(DegradedReason::toString)
                .contains(
                        "Conflict",
                        "ApplyInvalid",
                        "CrashLoop",
                        "Timeout",
                        "ChildMissing",
                        "Orphaned",
                        "EnforceFailed");
    }
}
