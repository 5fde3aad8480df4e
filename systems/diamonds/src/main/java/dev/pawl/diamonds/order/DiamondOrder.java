package dev.pawl.diamonds.order;

import dev.pawl.diamonds.pricing.PricingRule;
import org.jspecify.annotations.Nullable;

/// An order of an operator.
///
/// @param target the engine's id of a run, or the id of a rule
/// @param rule the rule to add, or null
public record DiamondOrder(
        Verb verb, String target, String actor, String reason, @Nullable PricingRule rule) {
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
    }

    /// Returns an order to a run.
    public static DiamondOrder toRun(Verb verb, String run, String actor, String reason) {
        return new DiamondOrder(verb, run, actor, reason, null);
    }

    /// Returns the order to add a rule.
    public static DiamondOrder add(PricingRule rule, String actor, String reason) {
        return new DiamondOrder(Verb.ADD_RULE, rule.id(), actor, reason, rule);
    }

    /// Returns the order to end a rule.
    public static DiamondOrder retire(String rule, String actor, String reason) {
        return new DiamondOrder(Verb.RETIRE_RULE, rule, actor, reason, null);
    }

    /// What is asked for.
    public enum Verb {
        RETRY_FAILED,
        FORCE,
        GIVE_UP,
        ADD_RULE,
        RETIRE_RULE
    }
}
