package dev.pawl.trials.simulation;

import dev.pawl.engine.Limits;
import dev.pawl.engine.Signal;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Start;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.testkit.SimHost;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

/// What user code must not do, at random: nulls, errors, throwables that throw, values that cannot
/// be encoded, bodies that do not return, starts and events without a recipient. In every case the
/// run settles and releases what it holds.
final class BadUserCode {
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);
    private static final Duration NEVER = Duration.ofMinutes(5);
    private static final String LARGE = "x".repeat(Limits.PAYLOAD_BYTES_MAX + 1);

    private final SimHost host;
    private final Observations observed;
    private final SplittableRandom dice;
    private final Machine<String, String> child;

    BadUserCode(
            SimHost host,
            Observations observed,
            SplittableRandom dice,
            Machine<String, String> child) {
        this.host = host;
        this.observed = observed;
        this.dice = dice;
        this.child = child;
    }

    /// Does something wrong, or returns `good` unchanged or with something attached.
    Outcome<String> instead(Attempt<String, String> attempt, Outcome<String> good)
            throws Exception {
        return switch (dice.nextInt(6)) {
            case 0 -> passed(attempt, good);
            case 1 -> thrown();
            case 2 -> unrecordable(attempt, good);
            case 3 -> lasting(good);
            case 4 -> answered(attempt);
            default -> attached(good);
        };
    }

    /// Passes null where a value is expected.
    private Outcome<String> passed(Attempt<String, String> attempt, Outcome<String> good)
            throws Exception {
        return switch (dice.nextInt(13)) {
            case 0 -> null;
            case 1 -> attempt.fail(null);
            case 2 -> attempt.abort(null);
            case 3 -> attempt.waitAndRepeat(Duration.ofSeconds(1), null);
            case 4 -> attempt.waitAndRepeat(null, null);
            case 5 -> attempt.retryAfter(null, null);
            case 6 -> attempt.repeatWith(null, null);
            case 7 -> attempt.goTo((String) null);
            case 8 -> good.sending(null, "event");
            case 9 -> good.sending(attempt.id(), null);
            case 10 -> good.writing(null);
            case 11 -> good.starting((Start<?>) null);
            default -> good.with(null);
        };
    }

    private Outcome<String> thrown() throws Exception {
        switch (dice.nextInt(6)) {
            case 0 -> throw new Hostile(dice.nextInt(4));
            case 1 -> throw new StackOverflowError();
            case 2 -> throw new OutOfMemoryError("by dice");
            case 3 -> throw new LinkageError("by dice");
            case 4 -> throw new InterruptedException("of its own");
            default -> throw new IOException((String) null);
        }
    }

    /// Returns something that cannot be recorded.
    private Outcome<String> unrecordable(Attempt<String, String> attempt, Outcome<String> good)
            throws Exception {
        return switch (dice.nextInt(8)) {
            case 0 -> attempt.next(LARGE);
            case 1 -> good.withContext(LARGE);
            case 2 -> good.sending(attempt.id(), LARGE);
            case 3 -> attempt.next(attempt.once("large", String.class, () -> LARGE));
            case 4 -> good.withContext(new Throwing(dice.nextInt(3)));
            case 5 -> good.sending(attempt.id(), new Throwing(dice.nextInt(3)));
            case 6 -> good.starting(child.start("x").queue("nowhere"));
            default -> good.starting(child.start("x").key("k".repeat(Limits.KEY_BYTES_MAX + 1)));
        };
    }

    /// Does not return by itself, or only long after it was asked to stop.
    private Outcome<String> lasting(Outcome<String> good) throws InterruptedException {
        if (dice.nextInt(3) != 0) {
            // Long after every timeout. An interrupt may have been ignored before: a body that then
            // never returned would hold its run forever, and rightly so.
            host.await(new Signal(), host.now().plus(NEVER));
            return good;
        }
        Instant until = host.now().plusSeconds(5 + dice.nextInt(30));
        while (host.now().isBefore(until)) {
            try {
                host.await(new Signal(), until);
            } catch (InterruptedException _) {
                // This body ignores it.
            }
        }
        return good;
    }

    /// Returns what its definition does not allow, or times that no clock reaches.
    private Outcome<String> answered(Attempt<String, String> attempt) {
        return switch (dice.nextInt(7)) {
            case 0 -> attempt.finish("early");
            case 1 -> attempt.goTo("nowhere");
            case 2 -> attempt.executeBody();
            case 3 -> attempt.repeatWith("context", Duration.ofSeconds(-1));
            case 4 -> attempt.retryAfter(Duration.ofSeconds(-5), "long ago");
            case 5 -> attempt.waitAndRepeat(Duration.ofNanos(1), LARGE);
            default -> attempt.abort("\0\ud800");
        };
    }

    /// Attaches messages without a recipient, or conflicting ones.
    private Outcome<String> attached(Outcome<String> good) {
        Start<String> start = child.start("x");
        return switch (dice.nextInt(8)) {
            case 0 ->
                    good.sending(
                            new RunId(1 + dice.nextInt(100)), new SimulatedMachines.Approved());
            case 1 -> good.sending(someRun(), new Unknown("text"));
            case 2 -> good.sending(someRun(), new Object() {});
            case 3 -> good.starting(start.key("clash"), start.key("clash"));
            case 4 -> good.starting(start.idempotency("clash"), start.idempotency("clash"));
            case 5 -> good.starting(start.delay(FOREVER).deadline(Duration.ofSeconds(20)));
            case 6 -> good.starting(start.deadline(FOREVER).queue(SimulatedMachines.NARROW));
            default -> good.waking(dice.nextBoolean() ? Instant.MAX : Instant.MIN);
        };
    }

    private RunId someRun() {
        List<Run> all = observed.all();
        return all.get(dice.nextInt(all.size())).id();
    }

    /// Creates the request of a following run, or throws.
    String follow(String response) {
        return switch (dice.nextInt(6)) {
            case 0 -> throw new AssertionError("no follower");
            case 1 -> throw new Hostile(dice.nextInt(4));
            case 2 -> LARGE;
            default -> response;
        };
    }

    /// A listener that sometimes throws.
    void hear() {
        if (dice.nextInt(50) == 0) throw new Hostile(dice.nextInt(4));
    }

    /// A throwable of which a part throws or is cyclic.
    private static final class Hostile extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final int part;

        Hostile(int part) {
            this.part = part;
        }

        @Override
        public String getMessage() {
            if (part == 0) throw new StackOverflowError();
            return null;
        }

        @Override
        public String toString() {
            if (part == 1) throw new IllegalStateException("no text");
            return super.toString();
        }

        @Override
        public synchronized Throwable getCause() {
            return part == 2 ? this : super.getCause();
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            return part == 3 ? null : super.getStackTrace();
        }
    }

    /// A value whose accessor throws when it is encoded.
    record Throwing(int how) {
        @Override
        public int how() {
            switch (how) {
                case 0 -> throw new StackOverflowError();
                case 1 -> throw new AssertionError("accessor");
                default -> throw new IllegalStateException("accessor");
            }
        }
    }

    /// An event of a type that no machine knows.
    record Unknown(String text) {}
}
