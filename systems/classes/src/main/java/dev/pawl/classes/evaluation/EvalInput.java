package dev.pawl.classes.evaluation;

import dev.pawl.classes.observation.Observed;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.template.DesiredState;
import java.time.Instant;

/// Everything that an evaluation depends on.
public record EvalInput(
        ClassRuntime runtime,
        Observed observed,
        ClassMemory memory,
        DesiredState desired,
        EvaluationConfig config,
        Instant now) {}
