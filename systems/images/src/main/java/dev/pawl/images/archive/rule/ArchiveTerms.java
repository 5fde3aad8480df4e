package dev.pawl.images.archive.rule;

import dev.pawl.images.archive.rule.ArchivePolicy.Treatment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The terms on which an archive is accepted: policy, limits, and the image to choose.
public final class ArchiveTerms {
    private final ArchivePolicy policy;
    private final ArchiveLimits limits;
    private final @Nullable String reference;

    private ArchiveTerms(ArchivePolicy policy, ArchiveLimits limits, @Nullable String reference) {
        this.policy = policy;
        this.limits = limits;
        this.reference = reference;
    }

    /// Returns the terms of `policy` with the default limits.
    public static ArchiveTerms of(ArchivePolicy policy) {
        return new ArchiveTerms(policy, ArchiveLimits.DEFAULT, null);
    }

    /// Returns these terms with other limits.
    public ArchiveTerms within(ArchiveLimits others) {
        return new ArchiveTerms(policy, others, reference);
    }

    /// Returns these terms for one image of a file that holds several.
    ///
    /// The image is chosen by its tag, its digest or, in an OCI layout, its platform
    /// (`linux/amd64`).
    public ArchiveTerms choosing(String chosen) {
        return new ArchiveTerms(policy, limits, chosen);
    }

    public ArchivePolicy policy() {
        return policy;
    }

    public ArchiveLimits limits() {
        return limits;
    }

    /// Returns the chosen image, if there is a choice.
    public Optional<String> reference() {
        return Optional.ofNullable(reference);
    }

    public boolean isSloppinessKept() {
        return policy.sloppiness() == Treatment.KEEP;
    }
}
