package dev.pawl.diamonds.stone;

import org.jspecify.annotations.Nullable;

/// What the supplier offers: the price in cents, whether the stone can be bought, and its media.
public record Offer(
        long priceCents,
        Availability availability,
        @Nullable String image,
        @Nullable String video,
        @Nullable String delivery,
        @Nullable String returns) {}
