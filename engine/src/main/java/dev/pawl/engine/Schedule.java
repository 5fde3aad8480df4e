package dev.pawl.engine;

import dev.pawl.engine.internal.time.Cadence;
import dev.pawl.machine.Machine;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A durable plan to start a machine again and again.
///
/// `spec` is `every PT5M`, or a cron expression with its zone; `request` is the encoded request of
/// every start. `nextAt` and `lastRun` are the engine's.
public record Schedule(
        String name,
        String machine,
        String request,
        String spec,
        Rules rules,
        boolean paused,
        @Nullable Instant nextAt,
        @Nullable String lastRun) {

    /// Returns a schedule that starts `machine` with `request` every `interval`.
    public static <I> Schedule every(
            String name, Duration interval, Machine<I, ?> machine, I request) {
        if (!interval.isPositive()) {
            throw new IllegalArgumentException("expected a positive interval, found " + interval);
        }
        return of(name, "every " + interval, machine, request);
    }

    /// Returns a schedule that starts `machine` with `request` by a cron expression in UTC.
    public static <I> Schedule cron(
            String name, String expression, Machine<I, ?> machine, I request) {
        return of(name, expression + " UTC", machine, request);
    }

    private static <I> Schedule of(String name, String spec, Machine<I, ?> machine, I request) {
        String body = machine.codec().encode(request).text();
        Schedule schedule =
                new Schedule(name, machine.name(), body, spec, Rules.DEFAULT, false, null, null);
        Cadence.parse(spec);
        return schedule;
    }

    /// Returns this schedule in another time zone; for cron expressions.
    public Schedule zone(String zone) {
        String plain = spec.substring(0, spec.lastIndexOf(' '));
        String zoned = plain + " " + zone;
        Cadence.parse(zoned);
        return new Schedule(name, machine, request, zoned, rules, paused, nextAt, lastRun);
    }

    /// Returns this schedule with other rules.
    public Schedule rules(Rules other) {
        return new Schedule(name, machine, request, spec, other, paused, nextAt, lastRun);
    }

    Schedule paused(boolean on) {
        return new Schedule(name, machine, request, spec, rules, on, nextAt, lastRun);
    }

    Schedule fired(@Nullable Instant next, @Nullable String run) {
        return new Schedule(name, machine, request, spec, rules, paused, next, run);
    }

    /// Returns whether `other` is the same plan, whatever the engine noted in it.
    boolean isSamePlan(Schedule other) {
        return machine.equals(other.machine)
                && request.equals(other.request)
                && spec.equals(other.spec)
                && rules.equals(other.rules);
    }

    /// How a schedule behaves when things overlap or were missed. A fire is put off by a random
    /// part of `jitter`.
    public record Rules(Overlap overlap, Missed missed, Duration jitter, @Nullable String queue) {
        /// Skips a fire while the last run is live, catches up one missed fire, no jitter.
        public static final Rules DEFAULT =
                new Rules(Overlap.SKIP, Missed.ONCE, Duration.ZERO, null);

        public Rules overlap(Overlap other) {
            return new Rules(other, missed, jitter, queue);
        }

        public Rules missed(Missed other) {
            return new Rules(overlap, other, jitter, queue);
        }

        public Rules jitter(Duration most) {
            return new Rules(overlap, missed, most, queue);
        }

        public Rules queue(String name) {
            return new Rules(overlap, missed, jitter, name);
        }
    }

    /// What a fire does while the last run of the schedule is live.
    public enum Overlap {
        /// Nothing: the fire is lost.
        SKIP,
        /// Starts a run behind it.
        QUEUE,
        /// Starts a run beside it.
        ALLOW,
        /// Cancels it and starts a run when it has ended.
        REPLACE
    }

    /// What happens to fires that were due while no engine was open.
    public enum Missed {
        /// They are lost.
        SKIP,
        /// One fire stands for all of them.
        ONCE,
        /// Each is caught up; if there are more than [Limits#CATCH_UP_MAX], the newest of them.
        ALL
    }
}
