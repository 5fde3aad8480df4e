package dev.pawl.cli.diamonds.context;

import org.jspecify.annotations.Nullable;

/// Where the stock of a feed comes from, whether its stones are grown in a laboratory unless they
/// say otherwise, and the currency of its prices; null for US dollars.
public record SupplierPlace(String url, boolean labGrown, @Nullable String currency) {}
