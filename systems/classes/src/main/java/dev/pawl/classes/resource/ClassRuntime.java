package dev.pawl.classes.resource;

import dev.pawl.controller.ObjectKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One `ClassRuntime` resource: the metadata that matters, its spec and its status.
///
/// `errors` has what is wrong with the spec; a resource with errors is reported and not applied.
public record ClassRuntime(
        ObjectKey key,
        String uid,
        long generation,
        @Nullable Instant deletedAt,
        List<String> finalizers,
        ClassRuntimeSpec spec,
        ClassRuntimeStatus status,
        List<FieldError> errors) {
    /// The finalizer that keeps a deleted resource until its children are gone.
    public static final String FINALIZER = "oaas.io/finalizer";

    /// The annotation by which an operator holds a resource; its value is the reason.
    public static final String HOLD = "oaas.io/hold";

    public ClassRuntime {
        finalizers = List.copyOf(finalizers);
        errors = List.copyOf(errors);
    }

    public boolean isBeingDeleted() {
        return deletedAt != null;
    }

    public boolean hasFinalizer() {
        return finalizers.contains(FINALIZER);
    }

    /// Returns this resource with another status.
    public ClassRuntime with(ClassRuntimeStatus other) {
        return new ClassRuntime(key, uid, generation, deletedAt, finalizers, spec, other, errors);
    }
}
