package dev.pawl.classes.evaluation;

import dev.pawl.classes.enforcement.EnforcementError;
import dev.pawl.classes.enforcement.EnforcementState;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.resource.Dimension;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is remembered about a class between evaluations, and across restarts.
///
/// `progressSince` starts the deadline of the current generation; `clearSince` is when a degraded
/// class lost its last problem.
public record ClassMemory(
        long generation,
        @Nullable Instant progressSince,
        @Nullable Instant phaseSince,
        @Nullable Instant clearSince,
        List<AppliedChild> applied,
        List<Sighting> orphans,
        List<EnforcementState> enforcement,
        boolean metricsEnsured) {
    /// The memory of a class that was never evaluated.
    public static final ClassMemory INITIAL =
            new ClassMemory(0, null, null, null, List.of(), List.of(), List.of(), false);

    public ClassMemory {
        applied = List.copyOf(applied);
        orphans = List.copyOf(orphans);
        enforcement = List.copyOf(enforcement);
    }

    /// Returns this memory after the API server acknowledged the apply of a child, whose metrics
    /// must be made known again.
    public ClassMemory acknowledged(ChildRef ref, String hash, Instant now) {
        return withApplied(new AppliedChild(ref, hash, now, null));
    }

    /// Returns this memory after the apply of a child failed.
    public ClassMemory failed(AppliedChild attempt, ApplyError error, Duration wait, Instant now) {
        ApplyFailure before = attempt.failure();
        int attempts = before == null ? 1 : before.attempts() + 1;
        ApplyFailure failure =
                new ApplyFailure(error.reason(), error.message(), attempts, now.plus(wait));
        return withApplied(new AppliedChild(attempt.ref(), attempt.hash(), null, failure));
    }

    /// Returns this memory after the metrics were made known.
    public ClassMemory withMetricsEnsured() {
        return new ClassMemory(
                generation,
                progressSince,
                phaseSince,
                clearSince,
                applied,
                orphans,
                enforcement,
                true);
    }

    /// Returns this memory after an enforcement succeeded.
    public ClassMemory enforced(
            String functionKey, Dimension dimension, double value, EnforcementClock clock) {
        return withEnforcement(
                state(functionKey, dimension).succeeded(value, clock.now(), clock.pause()));
    }

    /// Returns this memory after an enforcement failed.
    public ClassMemory enforcementFailed(
            String functionKey,
            Dimension dimension,
            EnforcementError error,
            EnforcementClock clock) {
        return withEnforcement(
                state(functionKey, dimension).failed(error, clock.now(), clock.pause()));
    }

    /// Returns the last attempt to apply a child, or one that never took place.
    public AppliedChild attempt(ChildRef ref, String hash) {
        AppliedChild found = applied(0, ref);
        return found != null && found.hash().equals(hash)
                ? found
                : new AppliedChild(ref, hash, null, null);
    }

    /// Returns the state of an enforcement.
    public EnforcementState state(String functionKey, Dimension dimension) {
        for (EnforcementState each : enforcement) {
            if (each.dimension() == dimension && each.functionKey().equals(functionKey)) {
                return each;
            }
        }
        return EnforcementState.initial(functionKey, dimension);
    }

    /// Returns the record of a child, which is probably at `index`.
    @Nullable AppliedChild applied(int index, ChildRef ref) {
        if (index < applied.size() && applied.get(index).ref().equals(ref)) {
            return applied.get(index);
        }
        for (AppliedChild each : applied) if (each.ref().equals(ref)) return each;
        return null;
    }

    private ClassMemory withApplied(AppliedChild child) {
        List<AppliedChild> all = new ArrayList<>(applied);
        int index = 0;
        while (index < all.size() && !all.get(index).ref().equals(child.ref())) index++;
        if (index < all.size()) all.set(index, child);
        else all.add(child);
        return new ClassMemory(
                generation,
                progressSince,
                phaseSince,
                clearSince,
                all,
                orphans,
                enforcement,
                metricsEnsured && child.failure() != null);
    }

    private ClassMemory withEnforcement(EnforcementState state) {
        List<EnforcementState> all = new ArrayList<>(enforcement);
        int index = 0;
        while (index < all.size()
                && !(all.get(index).dimension() == state.dimension()
                        && all.get(index).functionKey().equals(state.functionKey()))) {
            index++;
        }
        if (index < all.size()) all.set(index, state);
        else all.add(state);
        return new ClassMemory(
                generation,
                progressSince,
                phaseSince,
                clearSince,
                applied,
                orphans,
                all,
                metricsEnsured);
    }

    /// The last attempt to apply a child: acknowledged, or failed.
    public record AppliedChild(
            ChildRef ref,
            String hash,
            @Nullable Instant acknowledgedAt,
            @Nullable ApplyFailure failure) {}

    /// Why an apply failed, and when it is tried again.
    public record ApplyFailure(
            DegradedReason reason, String message, int attempts, Instant retryAt) {}

    /// A child that is not wanted: since when it is known, and when its deletion was last asked
    /// for.
    public record Sighting(ChildRef ref, String uid, Instant firstSeen, Instant askedAt) {}

    /// The time of a result, and how long to wait after it.
    public record EnforcementClock(Instant now, Duration pause) {}
}
