package dev.pawl.images.archive.rule;

import java.util.Locale;

/// How to treat entries that real images have and the strict rules forbid.
///
/// No policy allows a write outside the root.
///
/// @param name the name of the policy
/// @param specialBits setuid, setgid and file capabilities; DROP clears them
/// @param escapingLinks symbolic links with absolute targets or targets above the root; KEEP keeps
///   them as data, and they are resolved as in a chroot
/// @param linkedParents entries beneath a symbolic link; KEEP resolves it as in a chroot
/// @param devices device nodes and FIFOs; they are never created
/// @param directRoot whether the root filesystem may be at the top of the tar
/// @param missingDirectories a missing etc, usr or var; KEEP only counts them
/// @param sloppiness paths with empty or '.' components inside, no end-of-archive blocks
public record ArchivePolicy(
        String name,
        Treatment specialBits,
        Treatment escapingLinks,
        Treatment linkedParents,
        Treatment devices,
        boolean directRoot,
        Treatment missingDirectories,
        Treatment sloppiness) {
    /// The rules of the document; stock Debian and Alpine images do not pass.
    public static final ArchivePolicy STRICT =
            new ArchivePolicy(
                    "strict",
                    Treatment.REFUSE,
                    Treatment.REFUSE,
                    Treatment.REFUSE,
                    Treatment.REFUSE,
                    false,
                    Treatment.REFUSE,
                    Treatment.REFUSE);

    /// What real images need: links are resolved inside the root, setuid is kept, devices are
    /// skipped.
    public static final ArchivePolicy STANDARD =
            new ArchivePolicy(
                    "standard",
                    Treatment.KEEP,
                    Treatment.KEEP,
                    Treatment.KEEP,
                    Treatment.DROP,
                    true,
                    Treatment.KEEP,
                    Treatment.KEEP);

    public ArchivePolicy {
        forbid("escaping links", escapingLinks, Treatment.DROP);
        forbid("linked parents", linkedParents, Treatment.DROP);
        forbid("devices", devices, Treatment.KEEP);
        forbid("missing directories", missingDirectories, Treatment.DROP);
        forbid("sloppiness", sloppiness, Treatment.DROP);
    }

    /// Returns the policy with this name: `strict` or `standard`.
    public static ArchivePolicy named(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "strict" -> STRICT;
            case "standard" -> STANDARD;
            default ->
                    throw new IllegalArgumentException(
                            "there is no policy '%s' (has: strict, standard)"
                                    .formatted(EscapedText.shortened(text)));
        };
    }

    private static void forbid(String what, Treatment found, Treatment forbidden) {
        if (found == forbidden) {
            throw new IllegalArgumentException(
                    "%s cannot have the treatment %s".formatted(what, forbidden));
        }
    }

    /// What a policy does with a doubtful entry.
    public enum Treatment {
        /// The archive is rejected.
        REFUSE,
        /// The entry or attribute is left out and counted.
        DROP,
        /// The entry or attribute is kept and counted.
        KEEP
    }
}
