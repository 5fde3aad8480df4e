package dev.pawl.diamonds.canonical;

/// Counts of stones. `canonical` are those that are live, which `available`, `onHold` and
/// `supplierPriceCents` are about.
public record StoneStats(
        long raw,
        long canonical,
        long available,
        long onHold,
        long removed,
        long quarantined,
        long supplierPriceCents) {}
