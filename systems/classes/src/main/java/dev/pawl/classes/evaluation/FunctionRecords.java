package dev.pawl.classes.evaluation;

import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ChildState;
import dev.pawl.classes.resource.FunctionStatus.Endpoint;
import dev.pawl.classes.template.DesiredState;
import dev.pawl.classes.template.ReadinessResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is known about each function: the readiness of its workload, or of the data grid in which
/// it runs.
final class FunctionRecords {
    private FunctionRecords() {}

    static List<FunctionStatusUpdate> of(EvalInput input, ChildSnapshot children) {
        List<DesiredState.Function> functions = input.desired().functions();
        List<FunctionStatusUpdate> updates = new ArrayList<>(functions.size());
        int index = 0;
        for (int i = 0; i < functions.size(); i++) {
            DesiredState.Function function = functions.get(i);
            ChildRef workload = function.workload();
            ReadinessResult result = children.grid();
            if (workload != null) {
                // Children are in the order of functions.
                while (!input.desired().children().get(index).ref().equals(workload)) index++;
                result = children.result(index);
            }
            updates.add(
                    new FunctionStatusUpdate(
                            function.functionKey(),
                            endpoint(function, workload, input),
                            result.ready(),
                            result.reason(),
                            result.message()));
        }
        return updates;
    }

    private static Endpoint endpoint(
            DesiredState.Function function, @Nullable ChildRef workload, EvalInput input) {
        Endpoint predicted = function.endpoint();
        ChildState seen = workload == null ? null : input.observed().children().get(workload);
        String url = seen == null ? null : seen.url();
        if (url == null) return predicted;
        return new Endpoint(
                predicted.service(),
                predicted.port(),
                predicted.predictedUrl(),
                url,
                predicted.template());
    }
}
