package dev.pawl.classes.observation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One child as it was seen.
///
/// `appliedHash` is the hash of the rendering that was applied last, from the child's annotation.
public record ChildState(
        ChildRef ref,
        String uid,
        @Nullable String ownerUid,
        String appliedHash,
        boolean isBeingDeleted,
        Rollout rollout,
        @Nullable String url,
        List<String> finalizers) {
    public ChildState {
        finalizers = List.copyOf(finalizers);
    }

    /// Returns whether the resource with this uid controls the child.
    public boolean belongsTo(String owner) {
        return owner.equals(ownerUid);
    }

    /// How far the child follows its spec. `ready` is the condition of that name, null if absent;
    /// `cpu` in cores and `memory` in bytes are what its first container requests, null if nothing.
    public record Rollout(
            long generation,
            long observedGeneration,
            int desired,
            int updated,
            int available,
            @Nullable Ready ready,
            @Nullable Double cpu,
            @Nullable Double memory) {
        /// The rollout of an object that has none, such as a Service.
        public static final Rollout NONE = new Rollout(0, 0, 0, 0, 0, null);

        /// Creates the rollout of a child whose containers request nothing.
        public Rollout(
                long generation,
                long observedGeneration,
                int desired,
                int updated,
                int available,
                @Nullable Ready ready) {
            this(generation, observedGeneration, desired, updated, available, ready, null, null);
        }
    }

    /// The condition `Ready` of a child.
    public record Ready(String status, @Nullable String reason, @Nullable String message) {}
}
