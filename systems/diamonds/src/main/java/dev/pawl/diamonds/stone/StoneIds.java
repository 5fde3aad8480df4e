package dev.pawl.diamonds.stone;

import org.jspecify.annotations.Nullable;

/// The names of a stone: the supplier's id, its stock numbers, and its certificate.
public record StoneIds(
        String id,
        @Nullable String offer,
        @Nullable String stock,
        @Nullable String supplierStock,
        String lab,
        String certificate) {}
