package dev.pawl.images.archive.hostile;

import dev.pawl.images.archive.Policy;
import dev.pawl.images.archive.Rule;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An archive that tries to do harm, and what has to become of it.
public final class HostileArchive {
    private final String name;
    private final Maker maker;
    private final @Nullable Rule strict;
    private final @Nullable Rule standard;

    private HostileArchive(
            String name, Maker maker, @Nullable Rule strict, @Nullable Rule standard) {
        this.name = name;
        this.maker = maker;
        this.strict = strict;
        this.standard = standard;
    }

    /// Returns an archive that both policies must refuse by the same rule.
    static HostileArchive refused(String name, Rule rule, Maker maker) {
        return new HostileArchive(name, maker, rule, rule);
    }

    /// Returns an archive that only the strict policy refuses.
    static HostileArchive strictly(String name, Rule rule, Maker maker) {
        return new HostileArchive(name, maker, rule, null);
    }

    /// Returns an archive that the policies refuse by different rules.
    static HostileArchive refused(String name, Rule strict, Rule standard, Maker maker) {
        return new HostileArchive(name, maker, strict, standard);
    }

    /// Returns an archive that looks hostile and is not.
    static HostileArchive accepted(String name, Maker maker) {
        return new HostileArchive(name, maker, null, null);
    }

    public String name() {
        return name;
    }

    /// Returns the rule by which `policy`, strict or standard, must refuse it; none to accept it.
    public Optional<Rule> verdict(Policy policy) {
        return Optional.ofNullable(policy.equals(Policy.STRICT) ? strict : standard);
    }

    /// Writes the archive into a new file.
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

    /// Returns the maker of a tar with the directories of a root filesystem and these entries.
    static Maker tar(Entries entries) {
        return out -> {
            TarWriter tar = new TarWriter(out).base();
            entries.write(tar);
            tar.end();
        };
    }

    /// Returns the maker of a tar with nothing but these entries.
    static Maker bare(Entries entries) {
        return out -> entries.write(new TarWriter(out));
    }
}
