package dev.pawl.images.archive;

import java.util.Locale;

/// What is done with what real images have and the strict rules forbid.
///
/// No policy lets anything be written outside the root.
///
/// @param name how it is told
/// @param specialBits setuid, setgid and file capabilities; DROP clears them
/// @param escapingLinks symbolic links with absolute targets or targets above the root; KEEP keeps
///   them as data, and they are resolved as in a chroot
/// @param linkedParents entries beneath a symbolic link; KEEP resolves it as in a chroot
/// @param devices device nodes and FIFOs; they are never made
/// @param directRoot whether a root filesystem may be at the top of the tar
/// @param missingDirectories no etc, usr or var; KEEP only counts them
/// @param sloppiness paths with empty or '.' components inside, no end-of-archive blocks
public record Policy(
        String name,
        Treatment specialBits,
        Treatment escapingLinks,
        Treatment linkedParents,
        Treatment devices,
        boolean directRoot,
        Treatment missingDirectories,
        Treatment sloppiness) {
    /// The rules of the document; stock Debian and Alpine images do not pass.
    public static final Policy STRICT =
            new Policy(
                    "strict",
                    Treatment.REFUSE,
                    Treatment.REFUSE,
                    Treatment.REFUSE,
                    Treatment.REFUSE,
                    false,
                    Treatment.REFUSE,
                    Treatment.REFUSE);

    /// What real images need: links are resolved inside the root, setuid is kept, devices are not.
    public static final Policy STANDARD =
            new Policy(
                    "standard",
                    Treatment.KEEP,
                    Treatment.KEEP,
                    Treatment.KEEP,
                    Treatment.DROP,
                    true,
                    Treatment.KEEP,
                    Treatment.KEEP);

    public Policy {
        forbid("escaping links", escapingLinks, Treatment.DROP);
        forbid("linked parents", linkedParents, Treatment.DROP);
        forbid("devices", devices, Treatment.KEEP);
        forbid("missing directories", missingDirectories, Treatment.DROP);
        forbid("sloppiness", sloppiness, Treatment.DROP);
    }

    /// Returns the policy that is called `strict` or `standard`.
    public static Policy named(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "strict" -> STRICT;
            case "standard" -> STANDARD;
            default ->
                    throw new IllegalArgumentException(
                            "there is no policy '%s' (has: strict, standard)"
                                    .formatted(Escaped.shortened(text)));
        };
    }

    private static void forbid(String what, Treatment found, Treatment forbidden) {
        if (found == forbidden) {
            throw new IllegalArgumentException(
                    "%s cannot be treated as %s".formatted(what, forbidden));
        }
    }

    /// What a policy does with something doubtful.
    public enum Treatment {
        /// The archive is rejected.
        REFUSE,
        /// It is left out, and counted.
        DROP,
        /// It is kept as it is, and counted.
        KEEP
    }
}
