package dev.pawl.orchestrator;

import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.Refused;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Retry;
import dev.pawl.machine.Start;
import dev.pawl.machine.Transaction;
import dev.pawl.machine.Uniqueness;
import dev.pawl.machine.Writing;
import dev.pawl.orchestrator.broker.Allocation;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.lifecycle.Signals;
import dev.pawl.run.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Carries out what people ask for: each order is a run, so that who asked for what, when and what
/// came of it is written down, and so that any process may ask.
final class OrderMachine {
    static final String NAME = "provider-order";

    private final Workshop shop;
    private final Machine<ProviderRequest, ProviderEnd> provider;
    private final Revival revival;

    OrderMachine(Workshop shop, Machine<ProviderRequest, ProviderEnd> provider, Revival revival) {
        this.shop = shop;
        this.provider = provider;
        this.revival = revival;
    }

    static Start<ProviderRequest> starting(
            Machine<ProviderRequest, ProviderEnd> provider, String id) {
        return provider.start(new ProviderRequest(id)).key(id).unique(Uniqueness.ATTACH);
    }

    Machine<Order, Order.Result> machine() {
        return Machine.named(NAME, Order.class, Order.Result.class)
                .step("carry-out", this::carryOut, s -> s.retry(Retry.fixed(3)))
                .unique(Uniqueness.ALLOW)
                .build();
    }

    private Outcome<Order.Result> carryOut(Attempt<Order, Order.Result> a) throws Exception {
        Order wanted = a.request();
        Optional<String> unknown =
                wanted.targets().stream()
                        .filter(id -> !shop.providers().containsKey(id))
                        .findFirst();
        if (unknown.isPresent()) {
            return a.abort(
                    "there is no provider '%s' (there are: %s)"
                            .formatted(
                                    unknown.get(), String.join(", ", shop.providers().keySet())));
        }
        try {
            return switch (wanted.verb()) {
                case START, START_FREE, RETRY -> start(a);
                case PAUSE -> signal(a, ProviderState.PAUSED);
                case RESUME -> signal(a, ProviderState.ACQUIRING);
                case STOP -> stop(a);
                case DRAIN -> drain(a);
                case PERMITS -> permits(a);
                case FREEZE -> frozen(a, true);
                case THAW -> frozen(a, false);
                case REPLAY -> revival.replay(a);
            };
        } catch (Refused.NotAccepted e) {
            return a.abort(String.valueOf(e.getMessage()));
        }
    }

    private Outcome<Order.Result> start(Attempt<Order, Order.Result> a) {
        Order wanted = a.request();
        boolean all = wanted.targets().isEmpty();
        boolean strict = !all && wanted.verb() != Order.Verb.START_FREE;
        List<String> done = new ArrayList<>();
        Set<String> starts = new LinkedHashSet<>();
        for (String id : all ? List.copyOf(shop.providers().keySet()) : wanted.targets()) {
            ProviderState state = state(id);
            boolean free = state == ProviderState.IDLE || state == ProviderState.TERMINATED;
            if (free) starts.add(id);
            else if (strict && a.replay() == Attempt.Replay.FIRST) {
                return a.abort(refusal(id, state, wanted.verb()));
            } else done.add("%s was at work (%s)".formatted(id, state));
        }
        for (String id : List.copyOf(starts)) needs(id, starts, a::query, done);
        for (String id : starts) {
            shop.engine().start(starting(provider, id));
            done.add("%s is to start".formatted(id));
        }
        return a.next(new Order.Result(done)).writing(wanted(starts, wanted.full(), a.now()));
    }

    /// Adds what a provider depends on and what has never completed: it could not start before.
    private void needs(String id, Set<String> starts, Asking asking, List<String> done) {
        for (String other : shop.config(id).dependencies()) {
            boolean completed =
                    ProviderRow.find(asking, other)
                            .map(ProviderRow::end)
                            .filter(end -> end.cause() == ProviderEnd.Cause.COMPLETED)
                            .isPresent();
            ProviderState state = state(other);
            boolean free = state == ProviderState.IDLE || state == ProviderState.TERMINATED;
            if (completed || !free || !starts.add(other)) continue;
            done.add("%s is to start first: %s needs it".formatted(other, id));
            needs(other, starts, asking, done);
        }
    }

    private Writing wanted(Set<String> ids, boolean full, Instant now) {
        return tx -> {
            for (String id : ids) {
                Ledger.register(tx, shop.config(id), now);
                tx.update(
                        "update providers set wanted = 1, whole = case when ? = 1 then 1 else"
                                + " whole end, detail = null,"
                                + " updated_at = ? where id = ?",
                        full ? 1 : 0,
                        now.toString(),
                        id);
            }
        };
    }

    private Outcome<Order.Result> signal(Attempt<Order, Order.Result> a, ProviderState to) {
        Order wanted = a.request();
        List<String> done = new ArrayList<>();
        for (String id : wanted.targets()) {
            ProviderState state = state(id);
            boolean before = a.replay() != Attempt.Replay.FIRST && state == to;
            Optional<Run> run = live(id);
            if (run.isEmpty()) return a.abort(refusal(id, state, wanted.verb()));
            Object signal =
                    to == ProviderState.PAUSED
                            ? new Signals.Pause(wanted.by(), wanted.reason())
                            : new Signals.Resume(wanted.by());
            if (!before) shop.engine().offer(run.get().id(), signal);
            done.add("%s was %s, and goes to %s".formatted(id, state, to));
        }
        return a.next(new Order.Result(done));
    }

    /// What does not work need not be stopped; it is only wanted no more.
    private Outcome<Order.Result> stop(Attempt<Order, Order.Result> a) {
        Order wanted = a.request();
        List<String> done = new ArrayList<>();
        for (String id : wanted.targets()) {
            ProviderState state = state(id);
            Optional<Run> run = live(id);
            boolean works = run.isPresent() && state != ProviderState.IDLE;
            if (works) {
                Signals.Stop signal = new Signals.Stop(wanted.by(), wanted.reason());
                shop.engine().offer(run.get().id(), signal);
            }
            done.add("%s was %s%s".formatted(id, state, works ? ", and stops" : ""));
        }
        return a.next(new Order.Result(done))
                .writing(tx -> {
                    for (String id : wanted.targets()) {
                        tx.update("update providers set wanted = 0 where id = ?", id);
                    }
                });
    }

    private Outcome<Order.Result> drain(Attempt<Order, Order.Result> a) {
        Order wanted = a.request();
        Optional<Run> macro = shop.macro();
        if (macro.isEmpty()) return a.next(new Order.Result(List.of("nothing runs")));
        boolean drains = macro.get().state().equals("DRAINING");
        if (!drains) {
            shop.engine().offer(macro.get().id(), new Signals.Drain(wanted.by(), wanted.reason()));
        }
        return a.next(new Order.Result(List.of("permits are taken back")));
    }

    private Outcome<Order.Result> permits(Attempt<Order, Order.Result> a) {
        long count = a.request().count();
        if (count < 1 || count > Allocation.CAPACITY_MAX) {
            return a.abort("permits are 1 to %d, not %d".formatted(Allocation.CAPACITY_MAX, count));
        }
        shop.engine().pools().set(new PoolSettings(Workshop.POOL, (int) count));
        return a.next(new Order.Result(List.of("there are %d permits".formatted(count))))
                .writing(tx -> pool(tx, "pool_total", count));
    }

    private Outcome<Order.Result> frozen(Attempt<Order, Order.Result> a, boolean frozen) {
        String words = frozen ? "no permit is given or taken" : "permits are shared out again";
        return a.next(new Order.Result(List.of(words)))
                .writing(tx -> pool(tx, "frozen", frozen ? 1 : 0));
    }

    private static void pool(Transaction tx, String column, long value) {
        tx.update("update orchestrations set %s = ?".formatted(column), value);
    }

    private Optional<Run> live(String id) {
        return shop.last(id).filter(run -> !run.status().isEnd());
    }

    private ProviderState state(String id) {
        Optional<Run> run = shop.last(id);
        if (run.isEmpty()) return ProviderState.IDLE;
        return run.get().status().isEnd()
                ? ProviderState.TERMINATED
                : ProviderMachine.state(run.get().state());
    }

    private static String refusal(String id, ProviderState state, Order.Verb verb) {
        List<String> legal = new ArrayList<>();
        if (state == ProviderState.TERMINATED) legal.add("START");
        for (ProviderState.Verb each : ProviderState.TABLE.accepted(state)) {
            switch (each) {
                case START, PAUSE, RESUME, STOP -> legal.add(each.name());
                case GRANT, REVOKE, LIMIT, RETRY -> {}
            }
        }
        return "%s is %s, which does not accept %s (accepts: %s)"
                .formatted(id, state, verb, String.join(", ", legal));
    }
}
