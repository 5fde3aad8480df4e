package dev.pawl.cli.diamonds.context;

/// Where the stock of a feed comes from, and whether its stones are grown in a laboratory unless
/// they say otherwise.
public record SupplierPlace(String url, boolean labGrown) {}
