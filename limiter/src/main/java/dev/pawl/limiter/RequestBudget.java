package dev.pawl.limiter;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import dev.pawl.engine.SystemDocuments;
import dev.pawl.limiter.BudgetAnswer.Granted;
import dev.pawl.limiter.BudgetAnswer.Later;
import dev.pawl.limiter.budget.BudgetSettings;
import dev.pawl.limiter.budget.BudgetState;
import dev.pawl.limiter.budget.Grants;
import dev.pawl.limiter.budget.NodeReport;
import dev.pawl.limiter.budget.NodeReport.Refusal;
import dev.pawl.limiter.budget.Throttling;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A budget of requests as one node uses it. Thread-safe.
///
/// Requests are handed out of a reservation in memory. When it is used up or has ended, one of the
/// callers commits a report and gets the next reservation, for all callers that wait meanwhile.
public final class RequestBudget {
    private static final int CONFLICT_MILLIS_MAX = 20;

    private final BudgetSettings settings;
    private final String node;
    private final Host host;
    private final Supplier<SystemDocuments> documents;

    /// Guarded by this, as is all that follows.
    private final Reservation reservation;

    private final Map<String, Later> refused = new HashMap<>();
    private final List<Signal> waiting = new ArrayList<>();
    private final List<Ask> asks = new ArrayList<>();
    private Duration lease;
    private boolean committing;
    private boolean returning;

    RequestBudget(
            BudgetSettings settings, String node, Host host, Supplier<SystemDocuments> documents) {
        this.settings = settings;
        this.node = node;
        this.host = host;
        this.documents = documents;
        this.reservation = new Reservation(settings);
        this.lease = settings.leaseTime();
    }

    public BudgetSettings settings() {
        return settings;
    }

    /// Asks for one request, and returns at once whether it may be made.
    ///
    /// @param who the caller, for people and to keep its place in the line: the id of a run, or its
    ///   machine and key with a slash between them
    public BudgetAnswer ask(String who) {
        synchronized (this) {
            RequestPermit permit = new RequestPermit(this, host.now());
            if (!committing && reservation.take(permit)) return new Granted(permit);
            Later known = refused.get(who);
            if (known != null && permit.at().isBefore(known.until())) return known;
        }
        Ask ask = new Ask(who);
        commit(ask);
        BudgetAnswer answer = ask.answer;
        if (answer == null) throw new IllegalStateException("no answer for '%s'".formatted(who));
        return answer;
    }

    /// Asks for one request and waits for its turn; empty if it has not come until `atMost`.
    public Optional<RequestPermit> acquire(String who, Instant atMost) throws InterruptedException {
        while (true) {
            switch (ask(who)) {
                case Granted(var permit) -> {
                    return Optional.of(permit);
                }
                case Later(var until, var _) -> {
                    if (!host.now().isBefore(atMost)) return Optional.empty();
                    await(until.isBefore(atMost) ? until : atMost);
                }
            }
        }
    }

    private void await(Instant wake) throws InterruptedException {
        Signal signal = new Signal();
        synchronized (this) {
            waiting.add(signal);
        }
        try {
            var _ = host.await(signal, wake);
        } finally {
            synchronized (this) {
                waiting.remove(signal);
            }
        }
    }

    synchronized void succeeded() {
        reservation.succeeded();
    }

    void throttled(Throttling throttling, Instant made) {
        synchronized (this) {
            reservation.refused(new Refusal(throttling, made));
        }
        commit(new Ask(null));
    }

    void ended(RequestPermit permit) {
        List<Signal> freed;
        synchronized (this) {
            if (!reservation.ended(permit)) return;
            refused.clear();
            freed = List.copyOf(waiting);
        }
        freed.forEach(host::raise);
        returnUnused();
    }

    /// Has an ask answered by the next commit, which this task makes or another one.
    private void commit(Ask ask) {
        boolean leads;
        synchronized (this) {
            asks.add(ask);
            leads = !committing;
            committing = true;
        }
        if (!leads) {
            awaitOver(ask);
            leads = ask.leads;
        }
        if (leads) lead();
        if (ask.problem instanceof Error e) throw e;
        if (ask.problem instanceof RuntimeException e) throw e;
        returnUnused();
    }

    /// The wait is short, and an interruption is meant for what the caller does next.
    private void awaitOver(Ask ask) {
        boolean isInterrupted = false;
        while (!ask.isOver) {
            try {
                ask.isOver = host.await(ask.over, Instant.MAX);
            } catch (InterruptedException _) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) Thread.currentThread().interrupt();
    }

    /// Makes one commit for all that ask, and lets one of those that came meanwhile make the next.
    private void lead() {
        List<Ask> all;
        synchronized (this) {
            all = List.copyOf(asks);
            asks.clear();
        }
        try {
            List<Ask> askers = all.stream().filter(each -> each.who != null).toList();
            do askers = handOut(askers, reserve(askers));
            while (!askers.isEmpty());
        } catch (RuntimeException | Error e) {
            all.forEach(each -> each.problem = e);
        }
        List<Ask> over = new ArrayList<>(all);
        synchronized (this) {
            committing = !asks.isEmpty();
            if (committing) {
                asks.getFirst().leads = true;
                over.add(asks.getFirst());
            }
        }
        over.forEach(each -> host.raise(each.over));
    }

    /// Reports and reserves in one commit.
    private List<Grants.Answer> reserve(List<Ask> askers) {
        List<String> names = askers.stream().map(each -> String.valueOf(each.who)).toList();
        NodeReport report;
        Grants.Demand demand;
        synchronized (this) {
            report = reservation.report(node, host.now());
            demand = new Grants.Demand(names, names.isEmpty() ? 0 : reservation.batch(), lease);
        }
        String document = Limiter.document(settings.name());
        while (true) {
            Payload before = documents.get().find(document).orElse(null);
            Instant now = host.now();
            BudgetState state =
                    before == null
                            ? BudgetState.unused(settings)
                            : JsonCodec.JSON.decode(before, BudgetState.class);
            Grants.Decision decision = Grants.decide(state.at(now, settings), report, demand, now);
            Payload after = JsonCodec.JSON.encode(decision.state());
            if (documents.get().replace(document, before, after)) {
                synchronized (this) {
                    reservation.renew(report, decision.share());
                }
                return decision.answers();
            }
            pause();
        }
    }

    /// Another node or task has changed the document; with a random pause they do not meet again.
    private void pause() {
        long millis = host.random().nextInt(CONFLICT_MILLIS_MAX) + 1L;
        try {
            var _ = host.await(new Signal(), host.now().plusMillis(millis));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Answers asks, and returns those whose requests expired before the commit had returned.
    private synchronized List<Ask> handOut(List<Ask> askers, List<Grants.Answer> answers) {
        Instant now = host.now();
        List<Ask> expired = new ArrayList<>();
        refused.values().removeIf(later -> !now.isBefore(later.until()));
        for (int i = 0; i < askers.size(); i++) {
            Ask ask = askers.get(i);
            Instant until = answers.get(i).until();
            RequestPermit permit = new RequestPermit(this, now);
            if (until != null) {
                Later later = new Later(until, answers.get(i).why());
                ask.answer = later;
                refused.put(String.valueOf(ask.who), later);
            } else if (reservation.take(permit)) {
                ask.answer = new Granted(permit);
            } else {
                expired.add(ask);
            }
        }
        boolean isLong = lease.compareTo(Grants.LEASE_MAX.dividedBy(2)) > 0;
        if (!expired.isEmpty()) lease = isLong ? Grants.LEASE_MAX : lease.multipliedBy(2);
        return expired;
    }

    /// Starts a task that gives back what is unused when the reservation ends.
    private void returnUnused() {
        synchronized (this) {
            if (returning || !reservation.isUnused(host.now())) return;
            returning = true;
        }
        var _ = host.start("return requests of " + settings.name(), this::giveBack);
    }

    private void giveBack() {
        try {
            Instant end;
            while ((end = unusedUntil()) != null) {
                // Meanwhile the reservation may have been replaced by one that ends later.
                if (host.now().isBefore(end)) host.await(new Signal(), end);
                else commit(new Ask(null));
            }
        } catch (InterruptedException | RuntimeException _) {
            // The engine closes or its store fails: the reservation expires by itself.
        } finally {
            synchronized (this) {
                returning = false;
            }
        }
    }

    private synchronized @Nullable Instant unusedUntil() {
        return reservation.isUnused(host.now()) ? reservation.until() : null;
    }

    /// A question of a caller; without one, only a report is due.
    private static final class Ask {
        private final @Nullable String who;
        private final Signal over = new Signal();
        private boolean isOver;
        private volatile boolean leads;
        private volatile @Nullable BudgetAnswer answer;
        private volatile @Nullable Throwable problem;

        Ask(@Nullable String who) {
            this.who = who;
        }
    }
}
