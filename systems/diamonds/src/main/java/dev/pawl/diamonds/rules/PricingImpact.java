package dev.pawl.diamonds.rules;

import java.util.List;

/// What a list of rules would do to the live stones, and which rules compete.
public record PricingImpact(
        long examined,
        long dearer,
        long cheaper,
        long totalBeforeCents,
        long totalAfterCents,
        List<String> warnings) {
    public PricingImpact {
        warnings = List.copyOf(warnings);
    }

    /// Returns how many prices would change.
    public long changed() {
        return dearer + cheaper;
    }
}
