package dev.pawl.images.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.images.archive.rule.ArchivePolicy;
import dev.pawl.images.archive.rule.ArchiveTerms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every bad archive of the collection gets its expected verdict.
@Tag("long")
class BadCorpusTest {
    /// File, verdict under strict, verdict under standard.
    private static final String VERDICTS =
            """
            ok-minimal.tar accepted accepted
            ok-relative-symlink-inside.tar accepted accepted
            ok-hardlink-inside.tar accepted accepted
            ok-utf8-names.tar accepted accepted
            ok-long-name-200.tar accepted accepted
            ok-trailing-garbage-after-eof.tar accepted accepted
            bad-absolute-path.tar ABSOLUTE_PATH ABSOLUTE_PATH
            bad-dotdot-leading.tar PATH_TRAVERSAL PATH_TRAVERSAL
            bad-dotdot-middle.tar PATH_TRAVERSAL PATH_TRAVERSAL
            bad-dotdot-gnu-longname.tar PATH_TRAVERSAL PATH_TRAVERSAL
            bad-symlink-absolute-then-write.tar LINK_TARGET accepted
            bad-symlink-relative-escape-then-write.tar LINK_TARGET accepted
            bad-symlink-chain.tar LINK_TARGET accepted
            bad-symlink-absolute-target-only.tar LINK_TARGET accepted
            bad-hardlink-outside-absolute.tar HARDLINK HARDLINK
            bad-hardlink-outside-dotdot.tar HARDLINK HARDLINK
            bad-setuid.tar SPECIAL_BITS accepted
            bad-setgid.tar SPECIAL_BITS accepted
            bad-char-device.tar DEVICE accepted
            bad-block-device.tar DEVICE accepted
            bad-fifo.tar DEVICE accepted
            bad-world-writable-etc.tar WORLD_WRITABLE WORLD_WRITABLE
            bad-no-rootfs-prefix.tar LAYOUT accepted
            bad-missing-var.tar MISSING_DIRECTORY accepted
            bad-truncated-in-data.tar TRUNCATED TRUNCATED
            bad-truncated-in-header.tar TRUNCATED TRUNCATED
            bad-header-checksum.tar HEADER HEADER
            bad-empty-file.tar EMPTY EMPTY
            bad-only-zeros.tar EMPTY EMPTY
            bad-not-a-tar.tar NOT_A_TAR NOT_A_TAR
            bad-gzip-crc.tar.gz COMPRESSION COMPRESSION
            bad-gzip-truncated.tar.gz COMPRESSION COMPRESSION
            bad-declared-2GiB-no-data.tar FILE_SIZE FILE_SIZE
            bad-size-base256-8EiB.tar FILE_SIZE FILE_SIZE
            bad-name-control-chars.tar accepted accepted
            bad-duplicate-entries.tar accepted accepted
            bad-dir-replaced-by-symlink.tar LINK_TARGET accepted
            bad-windows-path.tar accepted accepted
            bad-path-5000.tar PATH_LENGTH PATH_LENGTH
            bad-100001-files.tar.gz ENTRY_COUNT ENTRY_COUNT
            bad-1100MiB-single-file.tar.gz FILE_SIZE FILE_SIZE
            snyk-zip-slip.tar LAYOUT PATH_TRAVERSAL
            snyk-zip-slip-win.tar LAYOUT LAYOUT
            snyk-zip-slip.zip COMPRESSION COMPRESSION
            snyk-zip-slip-win.zip COMPRESSION COMPRESSION
            """;

    /// Extracting the maximum number of files proves no more than a survey.
    private static final String MANY = "bad-100001-files.tar.gz";

    @TempDir Path directory;

    @Test
    void eachArchiveGetsItsVerdict() throws IOException {
        Path folder = Corpus.folder("bad");
        for (String verdict : VERDICTS.lines().toList()) {
            String[] row = verdict.split(" ", -1);
            Path file = folder.resolve(row[0]);
            expect(file, ArchivePolicy.STRICT, row[1]);
            if (!row[0].equals(MANY)) expect(file, ArchivePolicy.STANDARD, row[2]);
        }
    }

    @Test
    void theVerdictsUnderStrictAreThoseOfTheCollection() throws IOException {
        Map<String, String> strict = new HashMap<>();
        VERDICTS.lines()
                .map(line -> line.split(" ", -1))
                .forEach(row -> strict.put(row[0], row[1]));
        List<String[]> rows = Corpus.rows(Corpus.folder("bad"));

        assertThat(rows).hasSizeGreaterThan(40);
        for (String[] row : rows) {
            String[] fields = row[1].split(",", 4);
            boolean isAccepted = fields[2].startsWith("accept");
            assertThat(strict.getOrDefault(row[0], "nothing").equals(ArchiveRun.ACCEPTED))
                    .as("%s is accepted, as the collection says %s", row[0], fields[2])
                    .isEqualTo(isAccepted);
        }
    }

    private void expect(Path file, ArchivePolicy policy, String verdict) throws IOException {
        try (ArchiveRun trial = ArchiveRun.in(directory)) {
            ArchiveTerms terms = ArchiveTerms.of(policy);
            assertThat(trial.surveyed(file, terms))
                    .as("survey of %s under %s", file.getFileName(), policy.name())
                    .isEqualTo(verdict);
            if (file.endsWith(MANY)) return;
            assertThat(trial.extracted(file, terms))
                    .as("extraction of %s under %s", file.getFileName(), policy.name())
                    .isEqualTo(verdict);
        }
    }
}
