package dev.pawl.images.archive.hostile;

import dev.pawl.images.archive.Archive;
import dev.pawl.images.archive.ArchiveProgress;
import dev.pawl.images.archive.Manifest;
import dev.pawl.images.archive.rule.ArchiveLimits;
import dev.pawl.images.archive.rule.ArchivePolicy;
import dev.pawl.images.archive.rule.ArchiveRejectedException;
import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveTerms;
import dev.pawl.images.volume.TreeDeletion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Tests every rule: surveys and extracts each hostile archive.
public final class SelfTest {
    /// Small limits, so that archives that exceed them are small too.
    static final ArchiveLimits LIMITS =
            new ArchiveLimits(1_000_000_000, 16_000_000, 64_000_000, 1_000, 4_096, 255, 100, 200);

    private static final Path ELSEWHERE = Path.of("/pawl-hostile");
    private static final String SENTINEL = "do not touch";
    private static final String ACCEPTED = "accepted";
    private static final Set<String> AROUND = Set.of("archive", "root", "sentinel", "work");

    private final Path directory;

    private SelfTest(Path directory) {
        this.directory = directory;
    }

    /// Tests every archive under both policies inside `work`, which is empty again afterwards.
    public static List<Result> run(Path work) throws IOException {
        List<Result> results = new ArrayList<>();
        for (HostileArchive archive : HostileArchives.all()) {
            for (ArchivePolicy policy : List.of(ArchivePolicy.STRICT, ArchivePolicy.STANDARD)) {
                results.add(run(work, archive, policy));
            }
        }
        return results;
    }

    /// Tests one archive under one policy.
    public static Result run(Path work, HostileArchive archive, ArchivePolicy policy)
            throws IOException {
        Path directory = Files.createTempDirectory(work, "hostile");
        try {
            return new SelfTest(directory).run(archive, policy);
        } finally {
            TreeDeletion.delete(directory);
        }
    }

    private Result run(HostileArchive hostile, ArchivePolicy policy) throws IOException {
        Path file = directory.resolve("archive");
        hostile.write(file);
        Path root = Files.createDirectory(directory.resolve("root"));
        Path work = Files.createDirectory(directory.resolve("work"));
        Files.writeString(directory.resolve("sentinel"), SENTINEL);
        Archive archive = Archive.of(file, work).named(hostile.name());
        ArchiveTerms terms = ArchiveTerms.of(policy).within(LIMITS);
        boolean wasThere = Files.exists(ELSEWHERE, LinkOption.NOFOLLOW_LINKS);
        String surveyed = verdict(() -> archive.survey(terms, ArchiveProgress.NONE));
        Path manifest = directory.resolve("manifest");
        String extracted =
                verdict(() -> archive.extract(root, manifest, terms, ArchiveProgress.NONE));
        String damage = damage(wasThere);
        if (damage.isEmpty() && extracted.equals(ACCEPTED)) {
            damage =
                    Manifest.verify(root, manifest).stream()
                            .map(Manifest.Difference::toString)
                            .collect(Collectors.joining("; "));
        }
        String expected = hostile.verdict(policy).map(ArchiveRule::name).orElse(ACCEPTED);
        return new Result(hostile.name(), policy.name(), expected, surveyed, extracted, damage);
    }

    /// Returns what was changed outside the root; empty if nothing was.
    private String damage(boolean wasThere) throws IOException {
        List<String> damage = new ArrayList<>();
        Path sentinel = directory.resolve("sentinel");
        boolean isKept =
                Files.isRegularFile(sentinel, LinkOption.NOFOLLOW_LINKS)
                        && Files.readString(sentinel).equals(SENTINEL);
        if (!isKept) damage.add("the sentinel was changed");
        Set<String> names = new TreeSet<>(names(directory));
        names.remove("manifest");
        if (!names.equals(AROUND)) damage.add("expected %s, found %s".formatted(AROUND, names));
        Set<String> made = names(directory.resolve("root"));
        made.remove("rootfs");
        if (!made.isEmpty()) damage.add("found %s beside rootfs".formatted(made));
        if (!names(directory.resolve("work")).isEmpty())
            damage.add("temporary files were left behind");
        boolean isThere = Files.exists(ELSEWHERE, LinkOption.NOFOLLOW_LINKS);
        if (isThere && !wasThere) damage.add("%s was made".formatted(ELSEWHERE));
        return String.join("; ", damage);
    }

    private static Set<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static String verdict(Attempt attempt) throws IOException {
        try {
            attempt.run();
            return ACCEPTED;
        } catch (ArchiveRejectedException rejected) {
            return rejected.rule().name();
        }
    }

    private interface Attempt {
        Object run() throws ArchiveRejectedException, IOException;
    }

    /// The result of one archive under one policy.
    ///
    /// @param archive its name
    /// @param policy the policy's name
    /// @param expected the rule that must refuse it, or `accepted`
    /// @param surveyed the result of the survey
    /// @param extracted the result of the extraction
    /// @param damage what was harmed; empty if nothing was
    public record Result(
            String archive,
            String policy,
            String expected,
            String surveyed,
            String extracted,
            String damage) {

        /// Returns whether the rule holds and nothing was harmed.
        public boolean isPassed() {
            return surveyed.equals(expected) && extracted.equals(expected) && damage.isEmpty();
        }
    }
}
