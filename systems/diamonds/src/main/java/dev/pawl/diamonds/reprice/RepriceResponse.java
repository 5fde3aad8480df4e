package dev.pawl.diamonds.reprice;

/// How many stones a job changed.
public record RepriceResponse(String job, long changed) {}
