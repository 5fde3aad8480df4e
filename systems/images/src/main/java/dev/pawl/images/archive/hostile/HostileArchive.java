package dev.pawl.images.archive.hostile;

import dev.pawl.images.archive.rule.ArchivePolicy;
import dev.pawl.images.archive.rule.ArchiveRule;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An archive that tries to do harm, and the rule by which it must be refused.
public final class HostileArchive {
    private final String name;
    private final Maker maker;
    private final @Nullable ArchiveRule strict;
    private final @Nullable ArchiveRule standard;

    private HostileArchive(
            String name,
            Maker maker,
            @Nullable ArchiveRule strict,
            @Nullable ArchiveRule standard) {
        this.name = name;
        this.maker = maker;
        this.strict = strict;
        this.standard = standard;
    }

    /// Returns an archive that both policies must refuse by the same rule.
    static HostileArchive refused(String name, ArchiveRule rule, Maker maker) {
        return new HostileArchive(name, maker, rule, rule);
    }

    /// Returns an archive that only the strict policy refuses.
    static HostileArchive strictly(String name, ArchiveRule rule, Maker maker) {
        return new HostileArchive(name, maker, rule, null);
    }

    /// Returns an archive that the policies refuse by different rules.
    static HostileArchive refused(
            String name, ArchiveRule strict, ArchiveRule standard, Maker maker) {
        return new HostileArchive(name, maker, strict, standard);
    }

    /// Returns an archive that looks hostile but is not.
    static HostileArchive accepted(String name, Maker maker) {
        return new HostileArchive(name, maker, null, null);
    }

    public String name() {
        return name;
    }

    /// Returns the rule by which `policy` must refuse it; empty if the policy must accept it.
    public Optional<ArchiveRule> verdict(ArchivePolicy policy) {
        return Optional.ofNullable(policy.equals(ArchivePolicy.STRICT) ? strict : standard);
    }

    /// Writes the archive to a new file.
    public void write(Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
            maker.write(out);
        }
    }

    /// Writes the bytes of an archive.
    interface Maker {
        void write(OutputStream out) throws IOException;
    }

    /// Writes the entries of a tar.
    interface Entries {
        void write(TarWriter tar) throws IOException;
    }

    /// Returns the writer of a tar with the directories of a root filesystem and these entries.
    static Maker tar(Entries entries) {
        return out -> {
            TarWriter tar = new TarWriter(out).base();
            entries.write(tar);
            tar.end();
        };
    }

    /// Returns the writer of a tar with only these entries.
    static Maker bare(Entries entries) {
        return out -> entries.write(new TarWriter(out));
    }
}
