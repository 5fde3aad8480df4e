package dev.pawl.machine;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A retry policy: whether and when an attempt that threw is retried.
///
/// `retriesMax` counts the attempts after the first; [#FOREVER] must be chosen explicitly. Errors
/// that look like a bug in the step (a null, a bad cast, an `Error`) have their own, smaller limit.
/// `verdicts` say which errors are retried and which end the run at once.
public record Retry(
        Curve curve,
        int retriesMax,
        int bugRetriesMax,
        @Nullable Duration elapsedMax,
        List<Verdict> verdicts) {
    /// No limit on retries.
    public static final int FOREVER = Integer.MAX_VALUE;

    private static final int BUG_RETRIES = 2;
    private static final int RETRIES = 5;

    public Retry {
        if (retriesMax < 0) {
            throw new IllegalArgumentException("expected 0 or more retries, found " + retriesMax);
        }
        if (bugRetriesMax < 0) {
            throw new IllegalArgumentException(
                    "expected 0 or more bug retries, found " + bugRetriesMax);
        }
        if (elapsedMax != null && !elapsedMax.isPositive()) {
            throw new IllegalArgumentException(
                    "expected a positive time for retries, found " + elapsedMax);
        }
        verdicts = List.copyOf(verdicts);
    }

    /// Returns the default policy: five retries with delays from 100 ms up to 5 s.
    public static Retry ofDefaults() {
        return exponential(RETRIES);
    }

    /// Returns a policy without retries.
    public static Retry never() {
        return of(Curve.fixed(Duration.ZERO), 0);
    }

    /// Returns a policy with `retries` retries, each after one second.
    public static Retry fixed(int retries) {
        return fixed(retries, Duration.ofSeconds(1));
    }

    /// Returns a policy with `retries` retries, each after `delay`.
    public static Retry fixed(int retries, Duration delay) {
        return of(Curve.fixed(delay), retries);
    }

    /// Returns a policy with `retries` retries after 100 ms, 150 ms, 225 ms … up to 5 s.
    public static Retry exponential(int retries) {
        return of(Curve.exponential(), retries);
    }

    /// Returns a policy without a limit on retries, with exponential delays.
    public static Retry forever() {
        return of(Curve.exponential(), FOREVER);
    }

    private static Retry of(Curve curve, int retries) {
        return new Retry(curve, retries, Math.min(retries, BUG_RETRIES), null, List.of());
    }

    /// Returns this policy with delays that vary by up to half in either direction.
    public Retry jitter() {
        return with(curve.withSpread(Curve.HALF));
    }

    /// Returns this policy with another curve of delays.
    public Retry with(Curve other) {
        return new Retry(other, retriesMax, bugRetriesMax, elapsedMax, verdicts);
    }

    /// Returns this policy with a time limit, counted from the entry into the state.
    public Retry within(Duration elapsed) {
        return new Retry(curve, retriesMax, bugRetriesMax, elapsed, verdicts);
    }

    /// Returns this policy with another limit for errors that look like a bug.
    public Retry bugs(int retries) {
        return new Retry(curve, retriesMax, retries, elapsedMax, verdicts);
    }

    /// Returns this policy, where errors of this class abort the run.
    public Retry abortOn(Class<? extends Throwable> error) {
        return plus(new Verdict(error.getName(), Verdict.Kind.ABORT));
    }

    /// Returns this policy, where errors of this class fail the run.
    public Retry failOn(Class<? extends Throwable> error) {
        return plus(new Verdict(error.getName(), Verdict.Kind.FAIL));
    }

    /// Returns this policy, where errors of this class are retried and errors that the policy does
    /// not mention fail the run.
    public Retry onlyOn(Class<? extends Throwable> error) {
        return plus(new Verdict(error.getName(), Verdict.Kind.RETRY))
                .plus(new Verdict(Throwable.class.getName(), Verdict.Kind.FAIL));
    }

    /// Returns the verdict on an error of these classes, most derived first, if there is one.
    public Optional<Verdict.Kind> verdict(List<String> classes) {
        for (String name : classes) {
            for (Verdict verdict : verdicts) {
                if (verdict.error().equals(name)) return Optional.of(verdict.kind());
            }
        }
        return Optional.empty();
    }

    /// Returns the delay before retry number `retry`, counted from 1; `random` is in [0, 1).
    public Duration delay(int retry, double random) {
        return curve.delay(retry, random);
    }

    private Retry plus(Verdict verdict) {
        var more = Stream.concat(verdicts.stream(), Stream.of(verdict)).toList();
        return new Retry(curve, retriesMax, bugRetriesMax, elapsedMax, more);
    }

    /// How delays grow: from `first` by `factor` with each retry, up to `cap`. `spread` is the
    /// fraction of a delay by which it varies in either direction.
    public record Curve(Duration first, double factor, Duration cap, double spread) {
        /// A spread of half the delay.
        public static final double HALF = 0.5;

        private static final Duration FIRST = Duration.ofMillis(100);
        private static final Duration CAP = Duration.ofSeconds(5);
        private static final double FACTOR = 1.5;
        private static final double NANOS_PER_SECOND = 1e9;

        public Curve {
            if (first.isNegative() || cap.compareTo(first) < 0 || !(factor >= 1)) {
                throw new IllegalArgumentException(
                        "expected a curve that starts at 0 or more, grows by a factor of 1 or more"
                                + " and has a cap of at least its start, found "
                                + first
                                + " × "
                                + factor
                                + " up to "
                                + cap);
            }
            if (!(spread >= 0 && spread <= 1)) {
                throw new IllegalArgumentException(
                        "expected a spread from 0 to 1, found " + spread);
            }
        }

        /// Returns a curve of equal delays.
        public static Curve fixed(Duration delay) {
            return new Curve(delay, 1, delay, 0);
        }

        /// Returns the curve from 100 ms, times 1.5, up to 5 s.
        public static Curve exponential() {
            return new Curve(FIRST, FACTOR, CAP, 0);
        }

        /// Returns this curve with another spread.
        public Curve withSpread(double part) {
            return new Curve(first, factor, cap, part);
        }

        Duration delay(int retry, double random) {
            double nanos = nanos(first) * Math.pow(factor, retry - 1);
            double capped = Math.min(nanos, nanos(cap));
            double spreadNanos = capped * spread * (2 * random - 1);
            // The cast saturates: a delay of more than 292 years becomes one of 292 years.
            return Duration.ofNanos(Math.max(0, (long) (capped + spreadNanos)));
        }

        private static double nanos(Duration time) {
            return time.getSeconds() * NANOS_PER_SECOND + time.getNano();
        }
    }

    /// What happens on errors of a class, which is given by name.
    public record Verdict(String error, Kind kind) {
        /// Retries the attempt, aborts the run or fails it.
        public enum Kind {
            RETRY,
            ABORT,
            FAIL
        }
    }
}
