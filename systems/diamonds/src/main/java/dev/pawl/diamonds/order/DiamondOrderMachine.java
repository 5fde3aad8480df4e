package dev.pawl.diamonds.order;

import dev.pawl.diamonds.pricing.ExchangeRate;
import dev.pawl.diamonds.rules.PricingRules;
import dev.pawl.diamonds.rules.RateTable;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Start;
import dev.pawl.pipeline.lifecycle.RunEvent;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.List;

/// Carries out an order in one commit.
public final class DiamondOrderMachine {
    /// The machine.
    public static final Machine<DiamondOrder, OrderDone> MACHINE =
            Machine.named("diamonds-order", DiamondOrder.class, OrderDone.class)
                    .step(
                            "carry-out",
                            DiamondOrderMachine::execute,
                            s ->
                                    s.recovery(
                                            Recovery.repeatBody()
                                                    .persists("the event, or the changed rule")))
                    .build();

    private DiamondOrderMachine() {}

    /// Returns the start of an order.
    public static Start<DiamondOrder> start(DiamondOrder order) {
        return MACHINE.start(order);
    }

    private static Outcome<OrderDone> execute(Attempt<DiamondOrder, OrderDone> attempt) {
        DiamondOrder order = attempt.request();
        return switch (order.verb()) {
            case RETRY_FAILED ->
                    send(attempt, new RunEvent.RetryFailed(order.actor(), order.reason()));
            case FORCE -> send(attempt, new RunEvent.Force(order.actor(), order.reason()));
            case GIVE_UP -> send(attempt, new RunEvent.GiveUp(order.actor(), order.reason()));
            case ADD_RULE -> add(attempt);
            case RETIRE_RULE -> retire(attempt);
            case ADD_RATE -> addRate(attempt);
        };
    }

    private static Outcome<OrderDone> send(
            Attempt<DiamondOrder, OrderDone> attempt, RunEvent event) {
        return done(attempt).sending(RunId.parse(attempt.request().target()), event);
    }

    private static Outcome<OrderDone> add(Attempt<DiamondOrder, OrderDone> attempt) {
        DiamondOrder order = attempt.request();
        var rule = order.rule();
        if (rule == null || !used(attempt, "id = ?").isEmpty()) {
            return attempt.abort(
                    "expected a new id of a rule, found '%s', which exists or existed"
                            .formatted(order.target()));
        }
        Instant now = attempt.now();
        return done(attempt)
                .writing(tx -> {
                    PricingRules.seed(tx, now);
                    PricingRules.add(tx, rule, order.actor(), now);
                });
    }

    private static Outcome<OrderDone> retire(Attempt<DiamondOrder, OrderDone> attempt) {
        if (used(attempt, "id = ? and retired_at is null").isEmpty()) {
            return attempt.abort(
                    "expected the id of a rule in use, found '%s'"
                            .formatted(attempt.request().target()));
        }
        Instant now = attempt.now();
        return done(attempt)
                .writing(tx -> PricingRules.retire(tx, attempt.request().target(), now));
    }

    private static Outcome<OrderDone> addRate(Attempt<DiamondOrder, OrderDone> attempt) {
        DiamondOrder order = attempt.request();
        ExchangeRate rate = order.rate();
        boolean isNew =
                rate != null
                        && RateTable.all(attempt::query).stream()
                                .noneMatch(each ->
                                        each.currency().equals(rate.currency())
                                                && each.from().equals(rate.from()));
        if (rate == null || !isNew) {
            return attempt.abort(
                    "expected a new time of a rate of %s, found one that exists"
                            .formatted(order.target()));
        }
        Instant now = attempt.now();
        return done(attempt).writing(tx -> RateTable.add(tx, rate, order.actor(), now));
    }

    private static List<String> used(Attempt<DiamondOrder, OrderDone> attempt, String condition) {
        return attempt.query(
                "select id from diamond_rules where " + condition,
                row -> row.text(1),
                attempt.request().target());
    }

    private static Outcome<OrderDone> done(Attempt<DiamondOrder, OrderDone> attempt) {
        return attempt.next(new OrderDone(attempt.request().target()));
    }

    /// An order that was carried out.
    public record OrderDone(String target) {}
}
