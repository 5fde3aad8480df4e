package dev.pawl.classes.client;

import dev.pawl.classes.ClassesSettings;
import dev.pawl.classes.control.ClassControl;
import dev.pawl.classes.control.ClassEvaluator;
import dev.pawl.classes.control.ClassRendering;
import dev.pawl.controller.DecisionRow;
import dev.pawl.controller.Replay;
import java.util.List;

/// Evaluates recorded decisions about classes with the evaluator of this version.
public final class ClassReplay {
    private ClassReplay() {}

    /// Returns what this version would decide differently.
    ///
    /// @param settings those of the manager that recorded the decisions
    public static Replay of(List<DecisionRow> decisions, ClassesSettings settings) {
        ClassRendering rendering =
                new ClassRendering(settings.templates(), settings.profile(), settings.rendering());
        return Replay.of(
                decisions,
                ClassControl.TYPES,
                new ClassEvaluator(rendering, settings.evaluation()));
    }
}
