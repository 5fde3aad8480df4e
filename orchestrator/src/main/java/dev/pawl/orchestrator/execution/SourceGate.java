package dev.pawl.orchestrator.execution;

import dev.pawl.engine.Host;
import dev.pawl.limiter.BudgetAnswer;
import dev.pawl.limiter.Limiter;
import dev.pawl.limiter.RequestBudget;
import dev.pawl.limiter.RequestPermit;
import dev.pawl.limiter.budget.Throttling;
import dev.pawl.machine.JsonCodec;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.limit.Breaker;
import dev.pawl.orchestrator.limit.ErrorBudget;
import dev.pawl.orchestrator.limit.FailureKind;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.RequestGate;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.orchestrator.provider.SourceLimits;
import dev.pawl.run.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The gate of one source. Its requests come from a budget that all nodes share; its breaker and
/// error budget are kept in memory and stored with each batch. Thread-safe.
final class SourceGate implements RequestGate {
    private final Host host;
    private final String who;
    private final @Nullable RequestBudget requests;
    private final ErrorBudget.Allowance allowance;
    private Breaker breaker;
    private ErrorBudget errors;
    private @Nullable RequestPermit last;
    private @Nullable SourceException refusal;

    private SourceGate(
            Host host,
            String who,
            @Nullable RequestBudget requests,
            ErrorBudget.Allowance allowed) {
        this.host = host;
        this.who = who;
        this.requests = requests;
        this.allowance = allowed;
        this.breaker = Breaker.closed(Breaker.Settings.ofDefaults(), host.now());
        this.errors = ErrorBudget.of(allowed);
    }

    /// Returns the gate of a provider's source as a previous process stored it, if one did.
    static SourceGate of(
            ProviderConfig provider, Limiter limiter, Host host, @Nullable String stored) {
        SourceLimits settings = provider.limits();
        SourceGate gate =
                new SourceGate(
                        host,
                        ProviderState.MACHINE + "/" + provider.id(),
                        settings.budget(provider.id()).map(limiter::budget).orElse(null),
                        settings.allowance());
        if (stored == null) return gate;
        Limits limits = JsonCodec.JSON.decode(Payload.of(stored), Limits.class);
        gate.breaker = limits.breaker();
        gate.errors =
                new ErrorBudget(
                        settings.allowance(), limits.budget().batches(), limits.budget().failed());
        return gate;
    }

    @Override
    public void pass() throws SourceException {
        Instant now = host.now();
        synchronized (this) {
            if (!breaker.may(now)) {
                throw refused(
                        "the source failed too often in a row; no requests until "
                                + breaker.until(),
                        breaker.until());
            }
        }
        BudgetAnswer answer = requests == null ? null : requests.ask(who);
        synchronized (this) {
            if (answer instanceof BudgetAnswer.Later(var until, var why)) throw refused(why, until);
            if (answer instanceof BudgetAnswer.Granted(var permit)) last = permit;
            breaker = breaker.requested(now);
        }
    }

    private SourceException refused(String why, Instant until) {
        SourceException made = SourceException.throttled(why, until);
        refusal = made;
        return made;
    }

    @Override
    public synchronized void succeeded() {
        breaker = breaker.succeeded(host.now());
        if (last != null) last.succeeded();
    }

    /// Counts a failure of the source. A server that throttles slows the budget down; what the gate
    /// itself refused is no failure.
    void failed(SourceException failure, Duration wait, Instant now) {
        RequestPermit throttled = null;
        synchronized (this) {
            if (failure.kind() == FailureKind.TRANSIENT) breaker = breaker.failed(now);
            boolean isServers = failure.kind() == FailureKind.THROTTLED && failure != refusal;
            if (isServers) throttled = last;
        }
        if (throttled == null) return;
        throttled.throttled(new Throttling(wait, String.valueOf(failure.getMessage())));
    }

    synchronized void counted(long good, long bad) {
        errors = errors.after(good, bad);
    }

    /// Returns the reason if too many items were bad, and then starts a new count.
    synchronized Optional<String> exceeded() {
        Optional<String> why = errors.exceeded();
        if (why.isPresent()) errors = ErrorBudget.of(allowance);
        return why;
    }

    /// Returns the breaker and the error budget as JSON, to be stored.
    synchronized String stored() {
        return JsonCodec.JSON.encode(new Limits(breaker, errors)).text();
    }

    /// What is stored.
    private record Limits(Breaker breaker, ErrorBudget budget) {}
}
