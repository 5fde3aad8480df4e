package dev.pawl.diamonds.stone;

import org.jspecify.annotations.Nullable;

/// What the supplier and the laboratory remark about a stone.
public record Remarks(
        @Nullable String eyeClean,
        @Nullable String brown,
        @Nullable String green,
        @Nullable String milky,
        @Nullable String origin,
        @Nullable String treatment,
        @Nullable String fluorescenceColour,
        @Nullable String comments) {}
