package dev.pawl.orchestrator;

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
import dev.pawl.orchestrator.context.OrchestratorContext;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderEnd;
import dev.pawl.orchestrator.lifecycle.ProviderRequest;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.lifecycle.Signals;
import dev.pawl.orchestrator.provider.TableQuery;
import dev.pawl.orchestrator.tables.ProviderRow;
import dev.pawl.orchestrator.tables.ProviderTables;
import dev.pawl.run.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Carries out orders. Each order is a run, so any process can submit one, and its actor, time and
/// result are recorded.
final class OrderMachine {
    static final String NAME = "provider-order";

    private final OrchestratorContext context;
    private final Machine<ProviderRequest, ProviderEnd> provider;
    private final QuarantineReplay replay;

    OrderMachine(
            OrchestratorContext context,
            Machine<ProviderRequest, ProviderEnd> provider,
            QuarantineReplay replay) {
        this.context = context;
        this.provider = provider;
        this.replay = replay;
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
        Order order = a.request();
        Optional<String> unknown =
                order.targets().stream()
                        .filter(id -> !context.providers().containsKey(id))
                        .findFirst();
        if (unknown.isPresent()) {
            return a.abort(
                    "there is no provider '%s' (there are: %s)"
                            .formatted(
                                    unknown.get(),
                                    String.join(", ", context.providers().keySet())));
        }
        try {
            return switch (order.verb()) {
                case START, START_IDLE, RETRY -> start(a);
                case PAUSE -> signal(a, ProviderState.PAUSED);
                case RESUME -> signal(a, ProviderState.ACQUIRING);
                case STOP -> stop(a);
                case DRAIN -> drain(a);
                case PERMITS -> permits(a);
                case FREEZE -> frozen(a, true);
                case THAW -> frozen(a, false);
                case REPLAY -> replay.replay(a);
            };
        } catch (Refused.NotAccepted e) {
            return a.abort(String.valueOf(e.getMessage()));
        }
    }

    private Outcome<Order.Result> start(Attempt<Order, Order.Result> a) {
        Order order = a.request();
        boolean all = order.targets().isEmpty();
        boolean strict = !all && order.verb() != Order.Verb.START_IDLE;
        List<String> done = new ArrayList<>();
        Set<String> starts = new LinkedHashSet<>();
        for (String id : all ? List.copyOf(context.providers().keySet()) : order.targets()) {
            ProviderState state = state(id);
            boolean free = state == ProviderState.IDLE || state == ProviderState.TERMINATED;
            if (free) starts.add(id);
            else if (strict && a.replay() == Attempt.Replay.FIRST) {
                return a.abort(refusal(id, state, order.verb()));
            } else done.add("%s is already active (%s)".formatted(id, state));
        }
        for (String id : List.copyOf(starts)) addDependencies(id, starts, a::query, done);
        for (String id : starts) {
            context.engine().start(starting(provider, id));
            done.add("%s will start".formatted(id));
        }
        return a.next(new Order.Result(done)).writing(request(starts, order.full(), a.now()));
    }

    /// Adds the dependencies of a provider that have not completed: it cannot start before them.
    private void addDependencies(
            String id, Set<String> starts, TableQuery tables, List<String> done) {
        for (String other : context.config(id).dependencies()) {
            boolean completed =
                    ProviderRow.find(tables, other).filter(ProviderRow::hasCompleted).isPresent();
            ProviderState state = state(other);
            boolean free = state == ProviderState.IDLE || state == ProviderState.TERMINATED;
            if (completed || !free || !starts.add(other)) continue;
            done.add("%s will start first: %s depends on it".formatted(other, id));
            addDependencies(other, starts, tables, done);
        }
    }

    private Writing request(Set<String> ids, boolean full, Instant now) {
        return tx -> {
            for (String id : ids) {
                ProviderTables.register(tx, context.config(id), now);
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
        Order order = a.request();
        List<String> done = new ArrayList<>();
        for (String id : order.targets()) {
            ProviderState state = state(id);
            boolean isDone = a.replay() != Attempt.Replay.FIRST && state == to;
            Optional<Run> run = live(id);
            if (run.isEmpty()) return a.abort(refusal(id, state, order.verb()));
            Object signal =
                    to == ProviderState.PAUSED
                            ? new Signals.Pause(order.by(), order.reason())
                            : new Signals.Resume(order.by());
            if (!isDone) context.engine().offer(run.get().id(), signal);
            done.add("%s was %s, now %s".formatted(id, state, to));
        }
        return a.next(new Order.Result(done));
    }

    /// An idle provider has nothing to stop; its request to start is withdrawn.
    private Outcome<Order.Result> stop(Attempt<Order, Order.Result> a) {
        Order order = a.request();
        List<String> done = new ArrayList<>();
        for (String id : order.targets()) {
            ProviderState state = state(id);
            Optional<Run> run = live(id);
            boolean isActive = run.isPresent() && state != ProviderState.IDLE;
            if (isActive) {
                Signals.Stop signal = new Signals.Stop(order.by(), order.reason());
                context.engine().offer(run.get().id(), signal);
            }
            done.add("%s was %s%s".formatted(id, state, isActive ? ", stopping" : ""));
        }
        return a.next(new Order.Result(done))
                .writing(tx -> {
                    for (String id : order.targets()) {
                        tx.update("update providers set wanted = 0 where id = ?", id);
                    }
                });
    }

    private Outcome<Order.Result> drain(Attempt<Order, Order.Result> a) {
        Order order = a.request();
        Optional<Run> macro = context.macro();
        if (macro.isEmpty()) return a.next(new Order.Result(List.of("there is nothing to drain")));
        boolean isDraining = macro.get().state().equals(MacroState.DRAINING.name());
        if (!isDraining) {
            context.engine().offer(macro.get().id(), new Signals.Drain(order.by(), order.reason()));
        }
        return a.next(new Order.Result(List.of("all permits are revoked")));
    }

    private Outcome<Order.Result> permits(Attempt<Order, Order.Result> a) {
        long count = a.request().count();
        if (count < 1 || count > Allocation.CAPACITY_MAX) {
            return a.abort(
                    "expected 1 to %d permits, found %d".formatted(Allocation.CAPACITY_MAX, count));
        }
        return a.next(new Order.Result(List.of("there are %d permits".formatted(count))))
                .writing(tx -> pool(tx, "pool_total", count));
    }

    private Outcome<Order.Result> frozen(Attempt<Order, Order.Result> a, boolean frozen) {
        String result =
                frozen
                        ? "permits are frozen: none is granted or revoked"
                        : "permits are distributed again";
        return a.next(new Order.Result(List.of(result)))
                .writing(tx -> pool(tx, "frozen", frozen ? 1 : 0));
    }

    private static void pool(Transaction tx, String column, long value) {
        tx.update("update orchestrations set %s = ?".formatted(column), value);
    }

    private Optional<Run> live(String id) {
        return context.lastRun(id).filter(run -> !run.status().isEnd());
    }

    private ProviderState state(String id) {
        return ProviderState.of(context.lastRun(id).orElse(null));
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
