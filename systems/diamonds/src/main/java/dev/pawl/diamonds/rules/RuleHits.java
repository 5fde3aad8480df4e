package dev.pawl.diamonds.rules;

/// How many live stones a rule prices, and their prices in total; the rule is empty for stones that
/// no rule matches.
public record RuleHits(String rule, long stones, long supplierPriceCents, long priceCents) {}
