package dev.pawl.classes.resource;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the controller reports about a class.
public record ClassRuntimeStatus(
        Phase phase,
        String message,
        long observedGeneration,
        @Nullable Instant lastUpdated,
        List<StatusCondition> conditions,
        List<FunctionStatus> functions,
        WorkloadStatus workload,
        NfrStatus nfr) {
    /// The status of a resource that was never reconciled.
    public static final ClassRuntimeStatus NEW =
            new ClassRuntimeStatus(
                    Phase.PENDING,
                    "",
                    0,
                    null,
                    List.of(),
                    List.of(),
                    WorkloadStatus.NONE,
                    NfrStatus.NONE);

    public ClassRuntimeStatus {
        conditions = List.copyOf(conditions);
        functions = List.copyOf(functions);
    }

    /// Returns the condition of a type, or null if there is none.
    public @Nullable StatusCondition condition(String type) {
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.get(i).type().equals(type)) return conditions.get(i);
        }
        return null;
    }

    /// Returns the record of a function, or null if there is none.
    public @Nullable FunctionStatus function(String functionKey) {
        for (int i = 0; i < functions.size(); i++) {
            if (functions.get(i).functionKey().equals(functionKey)) return functions.get(i);
        }
        return null;
    }

    /// Returns whether two statuses say the same, whenever they were written.
    ///
    /// Times that change with each write are not compared, because a write would cause the next.
    public boolean saysTheSameAs(ClassRuntimeStatus other) {
        return phase == other.phase
                && observedGeneration == other.observedGeneration
                && message.equals(other.message)
                && sameConditions(other.conditions)
                && sameFunctions(other.functions)
                && workload.equals(other.workload)
                && nfr.equals(other.nfr);
    }

    private boolean sameConditions(List<StatusCondition> others) {
        if (conditions.size() != others.size()) return false;
        for (int i = 0; i < others.size(); i++) {
            if (!conditions.get(i).saysTheSameAs(others.get(i))) return false;
        }
        return true;
    }

    private boolean sameFunctions(List<FunctionStatus> others) {
        if (functions.size() != others.size()) return false;
        for (int i = 0; i < others.size(); i++) {
            FunctionStatus one = functions.get(i);
            FunctionStatus two = others.get(i);
            if (!one.functionKey().equals(two.functionKey())
                    || !one.endpoint().equals(two.endpoint())
                    || !one.readiness().saysTheSameAs(two.readiness())) {
                return false;
            }
        }
        return true;
    }
}
