package dev.pawl.run;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One durable instance of a machine, whole: what is stored is just this value.
///
/// `version` is the number of history entries so far; every change of the run adds at least one.
/// `owner` is the epoch of the node that moves it, or 0: nobody, or the one engine that has the
/// store alone.
public record Run(
        RunId id,
        Origin origin,
        Condition condition,
        Progress progress,
        Data data,
        Timing timing,
        long version,
        long owner) {

    /// Makes a run that nobody owns yet.
    public Run(
            RunId id,
            Origin origin,
            Condition condition,
            Progress progress,
            Data data,
            Timing timing,
            long version) {
        this(id, origin, condition, progress, data, timing, version, 0);
    }

    public RunStatus status() {
        return condition.status();
    }

    public String state() {
        return condition.state();
    }

    public String machine() {
        return origin.machine().name();
    }

    /// Returns the key, or the id of a run that was started without one.
    public String key() {
        String key = origin.key();
        return key == null ? id.toString() : key;
    }

    /// Returns whether a body may be executing: its owner alone may say how that went.
    public boolean isInFlight() {
        return switch (status()) {
            case RUNNING -> true;
            case CLEANING -> timing.timer() == null;
            default -> false;
        };
    }

    /// Returns the permits that it holds a lease of, or null: as long as its attempt is executed.
    public @Nullable PermitNeed heldPermits() {
        return status() == RunStatus.RUNNING ? condition.permits() : null;
    }

    public @Nullable RunId parent() {
        return origin.links().parent();
    }

    /// Returns when the engine must look at this run again, if time alone can move it.
    public Optional<Instant> wake() {
        if (status().isEnd()) return Optional.empty();
        boolean held = status() == RunStatus.PAUSED || status() == RunStatus.PARKED;
        Instant timer = held ? null : timing.timer();
        // A deadline that has done its work must not wake a run that is ending.
        Instant deadline = condition.ending() == null ? timing.deadline() : null;
        if (timer == null) return Optional.ofNullable(deadline);
        return Optional.of(deadline == null || timer.isBefore(deadline) ? timer : deadline);
    }

    public Run with(Condition next) {
        return new Run(id, origin, next, progress, data, timing, version, owner);
    }

    public Run with(Progress next) {
        return new Run(id, origin, condition, next, data, timing, version, owner);
    }

    public Run with(Data next) {
        return new Run(id, origin, condition, progress, next, timing, version, owner);
    }

    public Run with(Timing next) {
        return new Run(id, origin, condition, progress, data, next, version, owner);
    }

    public Run with(Origin next) {
        return new Run(id, next, condition, progress, data, timing, version, owner);
    }

    public Run withVersion(long next) {
        return new Run(id, origin, condition, progress, data, timing, next, owner);
    }

    public Run ownedBy(long epoch) {
        if (epoch == owner) return this;
        return new Run(id, origin, condition, progress, data, timing, version, epoch);
    }
}
