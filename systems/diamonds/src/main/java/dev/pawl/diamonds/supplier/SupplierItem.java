package dev.pawl.diamonds.supplier;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One stone as the supplier offers it.
///
/// @param id the supplier's id of the offer
/// @param payload its JSON, byte for byte as it was sent
/// @param hash a hash of its content in hexadecimal: it depends neither on white space nor on the
///   order of fields
/// @param lastUpdate when the supplier last changed it; null if the supplier does not say
public record SupplierItem(String id, String payload, String hash, @Nullable Instant lastUpdate) {

    /// Returns when the supplier last changed it, if the supplier says so.
    public Optional<Instant> updatedAt() {
        return Optional.ofNullable(lastUpdate);
    }
}
