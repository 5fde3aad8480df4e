package dev.pawl.run;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One durable instance of a machine. The store keeps exactly this value.
///
/// `version` is the number of history entries so far; every change of the run adds at least one.
/// `owner` is the epoch of the node that owns the run, or 0 if no node does, as in a store that one
/// engine has alone.
public record Run(
        RunId id,
        Origin origin,
        Condition condition,
        Progress progress,
        Data data,
        Timing timing,
        long version,
        long owner) {

    /// Creates a run without an owner.
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

    /// Returns the key, or the id if the run was started without a key.
    public String key() {
        String key = origin.key();
        return key == null ? id.toString() : key;
    }

    /// Returns the response so far, which is the result once the run has completed.
    ///
    /// Throws `IllegalArgumentException` if this is a run of another machine, and
    /// `IllegalStateException` if no step has given a response.
    public <O> O response(ResponseDecoder<O> machine) {
        if (!machine().equals(machine.name())) {
            throw new IllegalArgumentException(
                    "expected a run of machine '%s', but run %s is a run of %s"
                            .formatted(machine.name(), id, origin.machine()));
        }
        Payload response = data.response();
        if (response == null) {
            throw new IllegalStateException(
                    "run %s of %s has no response; it is %s in state '%s'"
                            .formatted(id, origin.machine(), status(), state()));
        }
        return machine.decodeResponse(response);
    }

    /// Returns why the run did not complete, if it has ended or is about to; until then the error
    /// of its last attempt in this state, if that failed. A completed run has no failure.
    public Optional<Failure> failure() {
        RunEnd ending = condition.ending();
        if (ending != null) return Optional.ofNullable(ending.failure());
        if (progress.waitsFor().isPresent()) return Optional.empty();
        return Optional.ofNullable(progress.error());
    }

    /// Returns whether a body may be executing; only the run's owner records its outcome.
    public boolean isInFlight() {
        return switch (status()) {
            case RUNNING -> true;
            case CLEANING -> timing.timer() == null;
            case DELAYED, BLOCKED, QUEUED, ACQUIRING, BACKING_OFF, WAITING, PAUSED, PARKED -> false;
            case COMPLETED, ABORTED, FAILED, EXHAUSTED, CANCELLED, EXPIRED, SKIPPED -> false;
        };
    }

    /// Returns the permits that the run holds, or null; it holds them while an attempt executes.
    public @Nullable PermitNeed heldPermits() {
        return status() == RunStatus.RUNNING ? condition.permits() : null;
    }

    public @Nullable RunId parent() {
        return origin.links().parent();
    }

    /// Returns when a timer or deadline moves this run, if one can.
    public Optional<Instant> wake() {
        if (status().isEnd()) return Optional.empty();
        boolean held = status() == RunStatus.PAUSED || status() == RunStatus.PARKED;
        Instant timer = held ? null : timing.timer();
        // The end is decided, so the deadline must not wake the run again.
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

    public Run with(Condition next, Progress attempts, Timing times) {
        return new Run(id, origin, next, attempts, data, times, version, owner);
    }

    public Run withVersion(long next) {
        return new Run(id, origin, condition, progress, data, timing, next, owner);
    }

    /// Returns the run with these times and the version of its next history entry.
    public Run nextVersion(Timing times) {
        return new Run(id, origin, condition, progress, data, times, version + 1, owner);
    }

    public Run ownedBy(long epoch) {
        if (epoch == owner) return this;
        return new Run(id, origin, condition, progress, data, timing, version, epoch);
    }
}
