package dev.pawl.classes.status;

import dev.pawl.classes.evaluation.EvalInput;
import dev.pawl.classes.evaluation.EvalResult;
import dev.pawl.classes.evaluation.FunctionStatusUpdate;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.StatusCondition;
import dev.pawl.classes.resource.WorkloadStatus;
import dev.pawl.classes.template.DesiredState;
import dev.pawl.classes.template.TemplateDescriptor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an evaluation changes in a status. Null leaves a field as it is.
public record StatusUpdate(
        Phase phase,
        String message,
        long observedGeneration,
        List<StatusCondition> conditions,
        @Nullable List<FunctionStatusUpdate> functions,
        @Nullable Chosen template,
        @Nullable List<WorkloadStatus.ResourceRef> resourceRefs,
        @Nullable List<WorkloadStatus.Router> routers) {
    public StatusUpdate {
        conditions = List.copyOf(conditions);
        functions = functions == null ? null : List.copyOf(functions);
        resourceRefs = resourceRefs == null ? null : List.copyOf(resourceRefs);
        routers = routers == null ? null : List.copyOf(routers);
    }

    /// Returns the update of an evaluation.
    ///
    /// A class that is deleted, invalid or cannot be observed keeps the records of its functions
    /// and children.
    public static StatusUpdate of(EvalInput input, EvalResult result) {
        DesiredState desired = input.desired();
        TemplateDescriptor descriptor = desired.descriptor();
        boolean isKept =
                input.runtime().isBeingDeleted()
                        || !desired.errors().isEmpty()
                        || !input.observed().lost().isEmpty();
        return new StatusUpdate(
                result.output().phase(),
                result.message(),
                result.memory().generation(),
                result.output().conditionDeltas(),
                isKept ? null : result.output().functionUpdates(),
                isKept || descriptor == null
                        ? null
                        : new Chosen(descriptor.id(), desired.explanation()),
                isKept ? null : references(desired),
                null);
    }

    private static List<WorkloadStatus.ResourceRef> references(DesiredState desired) {
        List<WorkloadStatus.ResourceRef> references = new ArrayList<>(desired.children().size());
        for (DesiredState.Child child : desired.children()) {
            references.add(
                    new WorkloadStatus.ResourceRef(child.ref().kind().title(), child.ref().name()));
        }
        return references;
    }

    /// Returns this update with the routers that were discovered.
    public StatusUpdate with(List<WorkloadStatus.Router> discovered) {
        return new StatusUpdate(
                phase,
                message,
                observedGeneration,
                conditions,
                functions,
                template,
                resourceRefs,
                discovered);
    }

    /// The template in use, and why.
    public record Chosen(String id, List<String> explanation) {
        public Chosen {
            explanation = List.copyOf(explanation);
        }
    }
}
