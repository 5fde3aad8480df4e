package dev.pawl.orchestrator.execution;

import static dev.pawl.orchestrator.lifecycle.ProviderState.PAUSED;
import static dev.pawl.orchestrator.lifecycle.ProviderState.WAITING_BACKOFF;
import static dev.pawl.orchestrator.lifecycle.ProviderState.WAITING_QUOTA;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.RetryAfterHeader;
import dev.pawl.machine.Transaction;
import dev.pawl.machine.Writing;
import dev.pawl.orchestrator.context.OrchestratorContext;
import dev.pawl.orchestrator.lifecycle.ProviderEnd;
import dev.pawl.orchestrator.lifecycle.ProviderRequest;
import dev.pawl.orchestrator.limit.ProviderBackoff;
import dev.pawl.orchestrator.provider.Batch;
import dev.pawl.orchestrator.provider.Cycle;
import dev.pawl.orchestrator.provider.MappedItem;
import dev.pawl.orchestrator.provider.PoisonItem;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.orchestrator.provider.SourceReader;
import dev.pawl.orchestrator.provider.TableQuery;
import dev.pawl.orchestrator.provider.WriteResult;
import dev.pawl.orchestrator.tables.PermitRow;
import dev.pawl.orchestrator.tables.ProviderRow;
import dev.pawl.orchestrator.tables.ProviderTables;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// What a provider does while it is RUNNING: each execution commits one batch, and as many jobs
/// read ahead as the provider has permits.
public final class ProviderStep<R, T> {
    private final Provider<R, T> provider;
    private final OrchestratorContext context;
    private final SourceSessions sessions;
    private final AtomicReference<@Nullable SourceGate> gate = new AtomicReference<>();

    public ProviderStep(
            Provider<R, T> provider, OrchestratorContext context, SourceSessions sessions) {
        this.provider = provider;
        this.context = context;
        this.sessions = sessions;
    }

    /// Prepares the next batch, and returns it as what the run's transition writes.
    Outcome<ProviderEnd> execute(Attempt<ProviderRequest, ProviderEnd> a) throws Exception {
        if (a.replay() != Attempt.Replay.FIRST) {
            // The last outcome did not commit, so the session has read past the stored cursor.
            boolean isOurs = sessions.find(a.id()) != null;
            sessions.close(a.id());
            if (!isOurs) {
                // A previous process held the permits.
                return a.goTo(WAITING_QUOTA.name())
                        .writing(tx -> PermitRow.giveBackAll(tx, provider.id(), true));
            }
        }
        boolean keepsSession = false;
        try {
            Reading<R, T> reading = reading(a);
            PermitRow permits = PermitRow.find(a::query, provider.id());
            if (permits.usable() == 0) return leaving(a.goTo(WAITING_QUOTA.name()));
            int idle = Math.max(0, permits.held() - reading.session().busy());
            int spare = Math.min(permits.returning(), idle);
            SourceSession.Prepared<T> prepared = reading.session().next(permits.usable());
            if (prepared == null) {
                // If the end does not commit, the open session shows that this process ran it.
                keepsSession = true;
                return completed(a, reading);
            }
            Outcome<ProviderEnd> outcome =
                    commit(a, reading, prepared)
                            .writing(tx -> PermitRow.giveBack(tx, provider.id(), spare));
            keepsSession = outcome instanceof Outcome.Repeat<ProviderEnd>;
            return outcome;
        } catch (SourceException e) {
            return failed(a, e);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return failed(a, SourceException.unexpected(e));
        } finally {
            if (!keepsSession) sessions.close(a.id());
        }
    }

    /// Returns an outcome that leaves RUNNING, and so gives all permits back.
    private Outcome<ProviderEnd> leaving(Outcome<ProviderEnd> outcome) {
        return outcome.writing(tx -> PermitRow.giveBackAll(tx, provider.id(), false));
    }

    private Reading<R, T> reading(Attempt<ProviderRequest, ProviderEnd> a) throws Exception {
        RunId run = a.id();
        ProviderRow row = row(a::query);
        boolean fresh = !row.isOpen();
        Cycle cycle =
                new Cycle(
                        provider.id(),
                        fresh ? row.cycle() + 1 : row.cycle(),
                        row.isWhole(),
                        a.now());
        SourceSession<?, ?> open = sessions.find(run);
        if (open != null) return new Reading<>(cycle, cast(open));
        sessions.awaitClosed(run);
        ReadOptions options = new ReadOptions(row.position(), fresh, row.isWhole(), gate(row));
        SourceReader<R> reader = provider.source().open(options);
        SourceSession<R, T> session =
                new SourceSession<>(
                        context.host(), reader, provider.mapping(), provider.config().batchSize());
        sessions.keep(run, session);
        return new Reading<>(cycle, session);
    }

    private ProviderRow row(TableQuery tables) {
        return ProviderRow.find(tables, provider.id())
                .orElseThrow(() ->
                        new IllegalStateException(
                                "expected a row for provider '%s' in table providers, found none"
                                        .formatted(provider.id())));
    }

    /// Returns the gate of this process; the first time it is restored from the row.
    private SourceGate gate(ProviderRow row) {
        SourceGate open = gate.get();
        if (open != null) return open;
        SourceGate restored = restored(row.limits());
        return gate.compareAndSet(null, restored) ? restored : gate();
    }

    private SourceGate gate() {
        SourceGate open = gate.get();
        return open != null ? open : restored(null);
    }

    private SourceGate restored(@Nullable String stored) {
        return SourceGate.of(provider.config(), context.limiter(), context.host(), stored);
    }

    /// A run has one provider, so its session has the types of that provider.
    @SuppressWarnings("unchecked")
    private SourceSession<R, T> cast(SourceSession<?, ?> session) {
        return (SourceSession<R, T>) session;
    }

    private Outcome<ProviderEnd> commit(
            Attempt<ProviderRequest, ProviderEnd> a,
            Reading<R, T> reading,
            SourceSession.Prepared<T> prepared) {
        SourceGate gate = gate();
        gate.counted(prepared.entries().size(), prepared.poison().size());
        String limits = gate.stored();
        Optional<String> exceeded = gate.exceeded();
        long expected = reading.session().expected();
        Instant start = context.host().now();
        Outcome<ProviderEnd> outcome =
                exceeded.isPresent() ? overBudget(a, exceeded.get()) : a.repeatWith(Tries.NONE);
        context.load().counted(prepared.entries().size(), prepared.poison().size());
        return outcome.writing(tx -> {
            write(tx, reading.cycle(), prepared);
            new ProviderTables(tx, reading.cycle()).moveTo(prepared.cursor(), expected);
            ProviderTables.limits(tx, provider.id(), limits, exceeded.orElse(""));
            context.load().committed(Duration.between(start, context.host().now()));
        });
    }

    private void write(Transaction tx, Cycle cycle, SourceSession.Prepared<T> prepared)
            throws Exception {
        ProviderTables tables = new ProviderTables(tx, cycle);
        tables.startCycle();
        WriteResult written = provider.sink().write(tx, new Batch<>(cycle, prepared.entries()));
        tables.advance(prepared.entries(), prepared.poison(), written);
    }

    /// Too many items were bad: does what the error budget asks for.
    private Outcome<ProviderEnd> overBudget(Attempt<ProviderRequest, ProviderEnd> a, String why) {
        return switch (provider.config().limits().allowance().action()) {
            case PAUSE -> leaving(a.goTo(PAUSED.name()));
            case FAIL -> leaving(a.next(ProviderEnd.failed(why)));
            case CONTINUE -> a.repeatWith(Tries.NONE);
        };
    }

    private Outcome<ProviderEnd> completed(
            Attempt<ProviderRequest, ProviderEnd> a, Reading<R, T> reading) {
        Cycle cycle = reading.cycle();
        return leaving(a.next(ProviderEnd.completed("cycle " + cycle.number())))
                .writing(tx -> {
                    ProviderTables tables = new ProviderTables(tx, cycle);
                    tables.startCycle();
                    WriteResult written = provider.sink().complete(tx, cycle);
                    tables.advance(List.of(), List.of(), written);
                    tables.completeCycle();
                });
    }

    /// Decides what follows from a failure of the source: back off as long as it asks for, try
    /// again, or give up.
    private Outcome<ProviderEnd> failed(
            Attempt<ProviderRequest, ProviderEnd> a, SourceException e) {
        String why = String.valueOf(e.getMessage());
        Tries tries = a.context(Tries.class).orElse(Tries.NONE);
        Instant now = a.now();
        Duration wait =
                RetryAfterHeader.bounded(
                        e.until()
                                .map(until -> Duration.between(now, until))
                                .orElse(ProviderMachine.BACK_OFF));
        SourceGate gate = gate();
        gate.failed(e, wait, now);
        Outcome<ProviderEnd> outcome =
                switch (e.kind()) {
                    case THROTTLED ->
                            leaving(a.goTo(WAITING_BACKOFF.name()).waking(now.plus(wait)));
                    case TRANSIENT -> retry(a, tries, why);
                    case AUTH, NOT_FOUND, SCHEMA, POISON ->
                            leaving(a.next(ProviderEnd.failed(why)));
                };
        String limits = gate.stored();
        return outcome.writing(tx -> ProviderTables.limits(tx, provider.id(), limits, why));
    }

    private Outcome<ProviderEnd> retry(
            Attempt<ProviderRequest, ProviderEnd> a, Tries tries, String why) {
        ProviderConfig config = provider.config();
        ProviderBackoff backoff = new ProviderBackoff(config.retryDelay(), config.maxRetries());
        int failures = tries.failures() + 1;
        if (!backoff.allows(failures)) {
            return leaving(
                    a.next(
                            ProviderEnd.failed(
                                    "gave up after %d retries: %s".formatted(failures - 1, why))));
        }
        Duration delay = backoff.delay(failures, context.host().random().nextDouble());
        String reason = "try %d of %d: %s".formatted(failures + 1, config.maxRetries() + 1, why);
        return a.waitAndRepeat(delay, reason).withContext(new Tries(failures));
    }

    /// Maps the payload of a quarantined record again, and returns how to write the item.
    public Replayed replay(String payload, Instant now) throws PoisonItem {
        MappedItem<T> entry = provider.mapping().mapAgain(payload);
        Cycle cycle = new Cycle(provider.id(), 0, false, now);
        return new Replayed(
                entry.urn(), tx -> provider.sink().write(tx, new Batch<>(cycle, List.of(entry))));
    }

    /// A quarantined record that can be used now.
    public record Replayed(String urn, Writing writing) {}

    /// How often the source has failed in a row.
    record Tries(int failures) {
        static final Tries NONE = new Tries(0);
    }

    private record Reading<R, T>(Cycle cycle, SourceSession<R, T> session) {}
}
