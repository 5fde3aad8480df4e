package dev.pawl.orchestrator;

import static dev.pawl.orchestrator.lifecycle.ProviderState.PAUSED;
import static dev.pawl.orchestrator.lifecycle.ProviderState.WAITING_BACKOFF;
import static dev.pawl.orchestrator.lifecycle.ProviderState.WAITING_QUOTA;

import dev.pawl.engine.Host;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.RetryAfterHeader;
import dev.pawl.machine.Transaction;
import dev.pawl.machine.Writing;
import dev.pawl.orchestrator.limit.Backoff;
import dev.pawl.orchestrator.provider.Batch;
import dev.pawl.orchestrator.provider.Cycle;
import dev.pawl.orchestrator.provider.Entry;
import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.orchestrator.provider.PoisonItem;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.Reading;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.orchestrator.provider.Written;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a provider does while it is RUNNING: one batch a turn, as many portions under way as it has
/// permits.
final class Work<R, T> {
    private final Provider<R, T> provider;
    private final Workshop shop;

    Work(Provider<R, T> provider, Workshop shop) {
        this.provider = provider;
        this.shop = shop;
    }

    /// Prepares the next batch and answers with what is to become of the run and of the batch.
    Outcome<ProviderEnd> turn(Attempt<ProviderRequest, ProviderEnd> a) throws Exception {
        Quota quota = shop.quota(provider.id());
        if (a.replay() != Attempt.Replay.FIRST) {
            // What was answered last did not commit: whatever is under way is not what comes next.
            boolean ours = shop.sessions().find(a.id()) != null;
            shop.sessions().close(a.id());
            if (!ours) {
                // Another life of the process had the permits.
                quota.releaseAll();
                return a.goTo(WAITING_QUOTA.name());
            }
        }
        boolean goesOn = false;
        try {
            Shift<R, T> shift = shift(a);
            quota.acknowledge(shift.session().busy());
            quota.renew(a.now());
            int permits = quota.usable();
            if (permits == 0) return leave(a, quota);
            Session.Prepared<T> prepared =
                    shift.session()
                            .next(permits, Quota.RENEWAL, () -> quota.renew(shop.host().now()));
            if (prepared == null) {
                // Kept until the run has ended: if that does not commit, it was this life's turn.
                goesOn = true;
                return completed(a, shift);
            }
            Outcome<ProviderEnd> answer = commit(a, shift, prepared);
            goesOn = answer instanceof Outcome.Again<ProviderEnd>;
            return answer;
        } catch (SourceException e) {
            return troubled(a, e);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return troubled(a, SourceException.unexpected(e));
        } finally {
            if (!goesOn) shop.sessions().close(a.id());
        }
    }

    private Outcome<ProviderEnd> leave(Attempt<ProviderRequest, ProviderEnd> a, Quota quota) {
        shop.sessions().close(a.id());
        quota.releaseAll();
        return a.goTo(WAITING_QUOTA.name());
    }

    private Shift<R, T> shift(Attempt<ProviderRequest, ProviderEnd> a) throws Exception {
        RunId run = a.id();
        ProviderRow row = shop.row(provider, a::query);
        boolean fresh = !row.isOpen();
        Cycle cycle =
                new Cycle(
                        provider.id(),
                        fresh ? row.cycle() + 1 : row.cycle(),
                        row.isWhole(),
                        a.now());
        Session<?, ?> open = shop.sessions().find(run);
        if (open != null) return new Shift<>(cycle, cast(open));
        shop.sessions().awaitClosed(run);
        SourceGate gate = shop.gate(provider.config(), row);
        Opening opening = new Opening(row.position(), fresh, row.isWhole(), gate);
        Reading<R> reading = provider.source().open(opening);
        Session<R, T> session =
                new Session<>(
                        shop.host(), reading, provider.mapping(), provider.config().batchSize());
        shop.sessions().keep(run, session);
        return new Shift<>(cycle, session);
    }

    /// A run has one provider, and so has its session.
    @SuppressWarnings("unchecked")
    private Session<R, T> cast(Session<?, ?> session) {
        return (Session<R, T>) session;
    }

    private Outcome<ProviderEnd> commit(
            Attempt<ProviderRequest, ProviderEnd> a,
            Shift<R, T> shift,
            Session.Prepared<T> prepared) {
        SourceGate gate = shop.gate(provider.id());
        gate.counted(prepared.entries().size(), prepared.poison().size());
        String limits = gate.stored();
        Optional<String> over = gate.exceeded();
        long expected = shift.session().expected();
        Instant began = shop.host().now();
        Outcome<ProviderEnd> answer = over.isPresent() ? stop(a, over.get()) : a.again(Tries.NONE);
        shop.strain().counted(prepared.entries().size(), prepared.poison().size());
        return answer.writing(tx -> {
            write(tx, shift.cycle(), prepared);
            new Ledger(tx, shift.cycle()).moveTo(prepared.cursor(), expected);
            Ledger.limits(tx, provider.id(), limits, over.orElse(""));
            shop.strain().committed(Duration.between(began, shop.host().now()));
        });
    }

    private void write(Transaction tx, Cycle cycle, Session.Prepared<T> prepared) throws Exception {
        Ledger ledger = new Ledger(tx, cycle);
        ledger.begin();
        Written written = provider.sink().write(tx, new Batch<>(cycle, prepared.entries()));
        ledger.advance(prepared.entries(), prepared.poison(), written);
    }

    /// Too many items were bad: goes where the error budget says.
    private Outcome<ProviderEnd> stop(Attempt<ProviderRequest, ProviderEnd> a, String why) {
        return switch (provider.config().pace().allowance().action()) {
            case PAUSE -> a.goTo(PAUSED.name());
            case FAIL -> a.next(ProviderEnd.failed(why));
            case CONTINUE -> a.again(Tries.NONE);
        };
    }

    private Outcome<ProviderEnd> completed(
            Attempt<ProviderRequest, ProviderEnd> a, Shift<R, T> shift) {
        Cycle cycle = shift.cycle();
        return a.next(ProviderEnd.completed("cycle " + cycle.number()))
                .writing(tx -> {
                    Ledger ledger = new Ledger(tx, cycle);
                    ledger.begin();
                    Written written = provider.sink().complete(tx, cycle);
                    ledger.advance(List.of(), List.of(), written);
                    ledger.complete();
                });
    }

    /// Decides what trouble of the source leads to: to wait as long as it says, to try again, or to
    /// give up.
    private Outcome<ProviderEnd> troubled(
            Attempt<ProviderRequest, ProviderEnd> a, SourceException e) {
        String why = String.valueOf(e.getMessage());
        Tries tries = a.context(Tries.class).orElse(Tries.NONE);
        Instant now = a.now();
        SourceGate gate = shop.gate(provider.id());
        gate.failed(e.trouble(), now);
        Outcome<ProviderEnd> answer =
                switch (e.trouble()) {
                    case THROTTLED -> {
                        Duration wait =
                                e.until()
                                        .map(until -> Duration.between(now, until))
                                        .orElse(ProviderMachine.BACK_OFF);
                        yield a.goTo(WAITING_BACKOFF.name())
                                .waking(now.plus(RetryAfterHeader.bounded(wait)));
                    }
                    case TRANSIENT -> retry(a, tries, why);
                    case AUTH, NOT_FOUND, SCHEMA, POISON -> a.next(ProviderEnd.failed(why));
                };
        String limits = gate.stored();
        return answer.writing(tx -> Ledger.limits(tx, provider.id(), limits, why));
    }

    private Outcome<ProviderEnd> retry(
            Attempt<ProviderRequest, ProviderEnd> a, Tries tries, String why) {
        Host host = shop.host();
        int failures = tries.failures() + 1;
        if (failures > provider.config().maxRetries()) {
            return a.next(
                    ProviderEnd.failed(
                            "gave up after %d retries: %s".formatted(failures - 1, why)));
        }
        Duration delay =
                new Backoff(provider.config().retryDelay(), provider.config().maxRetries())
                        .delay(failures, host.random().nextDouble());
        String words =
                "try %d of %d: %s".formatted(failures + 1, provider.config().maxRetries() + 1, why);
        return a.later(delay, words).noting(new Tries(failures));
    }

    /// Maps something that was put aside, and returns how to write it.
    Revived revive(String payload, Instant now) throws PoisonItem {
        Entry<T> entry = provider.mapping().revive(payload);
        Cycle cycle = new Cycle(provider.id(), 0, false, now);
        return new Revived(
                entry.urn(), tx -> provider.sink().write(tx, new Batch<>(cycle, List.of(entry))));
    }

    /// What became of something that was put aside.
    record Revived(String urn, Writing writing) {}

    /// How often in a row the source failed.
    record Tries(int failures) {
        static final Tries NONE = new Tries(0);
    }

    private record Shift<R, T>(Cycle cycle, Session<R, T> session) {}
}
