package dev.pawl.diamonds.order;

import dev.pawl.diamonds.pricing.ExchangeRate;
import dev.pawl.diamonds.pricing.PricingRule;
import org.jspecify.annotations.Nullable;

/// An order of an operator.
///
/// @param target the engine's id of a run, the id of a rule, or a currency
/// @param rule the rule to add, or null
/// @param rate the exchange rate to add, or null
public record DiamondOrder(
        Verb verb,
        String target,
        String actor,
        String reason,
        @Nullable PricingRule rule,
        @Nullable ExchangeRate rate) {
    public DiamondOrder {
        if (actor.isBlank() || reason.isBlank()) {
            throw new IllegalArgumentException(
                    "expected an actor and a reason of an order, found '%s' and '%s'"
                            .formatted(actor, reason));
        }
        if ((verb == Verb.ADD_RULE) != (rule != null)) {
            throw new IllegalArgumentException(
                    "expected a rule in an order to add one and in no other, found "
                            + (rule == null ? "none" : rule.id()));
        }
        if ((verb == Verb.ADD_RATE) != (rate != null)) {
            throw new IllegalArgumentException(
                    "expected a rate in an order to add one and in no other, found "
                            + (rate == null ? "none" : rate.currency()));
        }
    }

    /// Returns an order to a run.
    public static DiamondOrder toRun(Verb verb, String run, String actor, String reason) {
        return new DiamondOrder(verb, run, actor, reason, null, null);
    }

    /// Returns the order to add a rule.
    public static DiamondOrder add(PricingRule rule, String actor, String reason) {
        return new DiamondOrder(Verb.ADD_RULE, rule.id(), actor, reason, rule, null);
    }

    /// Returns the order to end a rule.
    public static DiamondOrder retire(String rule, String actor, String reason) {
        return new DiamondOrder(Verb.RETIRE_RULE, rule, actor, reason, null, null);
    }

    /// Returns the order to add an exchange rate.
    public static DiamondOrder add(ExchangeRate rate, String actor, String reason) {
        return new DiamondOrder(Verb.ADD_RATE, rate.currency(), actor, reason, null, rate);
    }

    /// What is asked for.
    public enum Verb {
        RETRY_FAILED,
        FORCE,
        GIVE_UP,
        ADD_RULE,
        RETIRE_RULE,
        ADD_RATE
    }
}
