package dev.pawl.images.archive;

import dev.pawl.images.archive.Policy.Treatment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// On which terms archives are accepted: policy, limits, and which image of several is meant.
public final class Terms {
    private final Policy policy;
    private final ArchiveLimits limits;
    private final @Nullable String reference;

    private Terms(Policy policy, ArchiveLimits limits, @Nullable String reference) {
        this.policy = policy;
        this.limits = limits;
        this.reference = reference;
    }

    /// Returns the terms of `policy` with the default limits.
    public static Terms of(Policy policy) {
        return new Terms(policy, ArchiveLimits.DEFAULT, null);
    }

    /// Returns these terms with other limits.
    public Terms within(ArchiveLimits others) {
        return new Terms(policy, others, reference);
    }

    /// Returns these terms for one image of a file that may hold several.
    ///
    /// It is chosen by its tag, its digest or, in an OCI layout, its platform (`linux/amd64`).
    public Terms choosing(String chosen) {
        return new Terms(policy, limits, chosen);
    }

    public Policy policy() {
        return policy;
    }

    public ArchiveLimits limits() {
        return limits;
    }

    /// Returns which image is meant, if that was said.
    public Optional<String> reference() {
        return Optional.ofNullable(reference);
    }

    boolean isSloppinessKept() {
        return policy.sloppiness() == Treatment.KEEP;
    }
}
