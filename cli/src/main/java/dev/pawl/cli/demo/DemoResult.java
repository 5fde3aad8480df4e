package dev.pawl.cli.demo;

import dev.pawl.engine.CrashReport;
import java.util.List;

/// The result of the demo: how often each step was executed and recorded, how the runs ended, and
/// what the restart reported.
public record DemoResult(
        List<Step> steps,
        int recordedBeforeKill,
        long completed,
        List<CrashReport> reports,
        List<String> problems) {
    public DemoResult {
        steps = List.copyOf(steps);
        reports = List.copyOf(reports);
        problems = List.copyOf(problems);
    }

    /// Returns whether every effect happened exactly once and every order completed.
    public boolean ok() {
        return completed == DemoWorker.ORDERS
                && problems.isEmpty()
                && steps.stream().allMatch(Step::ok);
    }

    /// Returns how many executions were not recorded, because the kill interrupted them.
    public int repeated() {
        return steps.stream().mapToInt(step -> step.executed() - step.recorded()).sum();
    }

    /// One step: how many orders there are, and how often it was executed and recorded.
    public record Step(String name, int orders, int executed, int recorded, int distinct) {
        public boolean ok() {
            return recorded == orders && distinct == orders;
        }
    }
}
