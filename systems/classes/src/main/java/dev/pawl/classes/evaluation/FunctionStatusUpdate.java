package dev.pawl.classes.evaluation;

import dev.pawl.classes.resource.FunctionStatus;
import org.jspecify.annotations.Nullable;

/// What is known about a function now.
public record FunctionStatusUpdate(
        String functionKey,
        FunctionStatus.Endpoint endpoint,
        boolean ready,
        @Nullable String reason,
        @Nullable String message) {}
