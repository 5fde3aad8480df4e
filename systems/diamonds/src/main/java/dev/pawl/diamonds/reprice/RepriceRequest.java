package dev.pawl.diamonds.reprice;

import java.time.Instant;

/// Asks to apply the rules that are in effect at a time to all live stones.
public record RepriceRequest(Instant at, String reason) {}
