package dev.pawl.orchestrator;

import dev.pawl.engine.Host;
import dev.pawl.machine.JsonCodec;
import dev.pawl.orchestrator.limit.Breaker;
import dev.pawl.orchestrator.limit.ErrorBudget;
import dev.pawl.orchestrator.limit.Taken;
import dev.pawl.orchestrator.limit.TokenBucket;
import dev.pawl.orchestrator.limit.Trouble;
import dev.pawl.orchestrator.provider.Gate;
import dev.pawl.orchestrator.provider.Pace;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.run.Payload;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The gate of one source: its rate, its breaker and its error budget, kept in memory and written
/// down with each batch. For any thread.
final class SourceGate implements Gate {
    private final Pace pace;
    private final Host host;
    private @Nullable TokenBucket bucket;
    private Breaker breaker;
    private ErrorBudget budget;

    private SourceGate(Pace pace, Host host, Limits limits) {
        this.pace = pace;
        this.host = host;
        this.bucket = limits.bucket();
        this.breaker = limits.breaker();
        this.budget = limits.budget();
    }

    /// Returns a gate through which nobody has passed.
    static SourceGate fresh(Pace pace, Host host) {
        return new SourceGate(pace, host, Limits.begin(pace, host.now()));
    }

    /// Returns a gate as it was written down by another life of the process, whose last request may
    /// be missing: so one is counted now.
    static SourceGate restored(Pace pace, @Nullable String stored, Host host) {
        if (stored == null) return fresh(pace, host);
        Limits limits = JsonCodec.JSON.decode(Payload.of(stored), Limits.class);
        SourceGate gate = new SourceGate(pace, host, limits.under(pace));
        TokenBucket bucket = gate.bucket;
        if (bucket != null) gate.bucket = bucket.take(host.now()).bucket();
        return gate;
    }

    @Override
    public synchronized void pass() throws SourceException {
        Instant now = host.now();
        if (!breaker.may(now)) {
            throw SourceException.throttled(
                    "it failed too often in a row and is given a rest until " + breaker.until(),
                    breaker.until());
        }
        TokenBucket present = bucket;
        if (present != null) {
            Taken taken = present.take(now);
            bucket = taken.bucket();
            if (taken instanceof Taken.Later(_, Instant until)) {
                throw SourceException.throttled(
                        "its %d requests in %s are used up until %s"
                                .formatted(pace.requests(), pace.window(), until),
                        until);
            }
        }
        breaker = breaker.began(now);
    }

    @Override
    public synchronized void succeeded() {
        breaker = breaker.succeeded(host.now());
    }

    /// Takes note that the source failed; being asked to wait is no failure.
    synchronized void failed(Trouble trouble, Instant now) {
        if (trouble == Trouble.TRANSIENT) breaker = breaker.failed(now);
    }

    synchronized void counted(long good, long bad) {
        budget = budget.after(good, bad);
    }

    /// Returns why too many items were bad, if so; a new count begins then.
    synchronized Optional<String> exceeded() {
        Optional<String> why = budget.exceeded();
        if (why.isPresent()) budget = ErrorBudget.of(pace.allowance());
        return why;
    }

    /// Returns all of it, to be written down.
    synchronized String stored() {
        return JsonCodec.JSON.encode(new Limits(bucket, breaker, budget)).text();
    }

    /// What is written down.
    private record Limits(@Nullable TokenBucket bucket, Breaker breaker, ErrorBudget budget) {
        static Limits begin(Pace pace, Instant now) {
            return new Limits(
                    pace.requests() == 0 ? null : TokenBucket.of(pace.requests(), pace.window()),
                    Breaker.closed(Breaker.Settings.ofDefaults(), now),
                    ErrorBudget.of(pace.allowance()));
        }

        /// Returns this by rules that may be others than those that it was written by.
        Limits under(Pace pace) {
            TokenBucket next = null;
            if (pace.requests() > 0) {
                boolean same =
                        bucket != null
                                && bucket.size() == pace.requests()
                                && bucket.window().equals(pace.window());
                next = same ? bucket : TokenBucket.of(pace.requests(), pace.window());
            }
            ErrorBudget left = new ErrorBudget(pace.allowance(), budget.batches(), budget.failed());
            return new Limits(next, breaker, left);
        }
    }
}
