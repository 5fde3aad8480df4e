package dev.pawl.classes.client;

import dev.pawl.classes.resource.ClassRuntime;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A class with everything that belongs to it.
///
/// @param hold why an operator holds it; null if none does
/// @param events its Kubernetes events, oldest first
public record ClassDetails(
        ClassRuntime runtime,
        @Nullable String hold,
        List<ChildNode> children,
        List<EventLine> events) {
    public ClassDetails {
        children = List.copyOf(children);
        events = List.copyOf(events);
    }

    /// A Kubernetes event about the class.
    public record EventLine(Instant at, boolean isWarning, String reason, String message) {}
}
