package dev.pawl.images.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.images.archive.ArchiveSurvey.Counts;
import dev.pawl.images.archive.ExtractedContents.Losses;
import dev.pawl.images.archive.rule.ArchivePolicy;
import dev.pawl.images.archive.rule.ArchiveRejectedException;
import dev.pawl.images.archive.rule.ArchiveTerms;
import dev.pawl.images.archive.tar.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real saved images become the trees that they hold.
@Tag("long")
class ImageCorpusTest {
    private static final ArchiveTerms STANDARD = ArchiveTerms.of(ArchivePolicy.STANDARD);

    @TempDir Path directory;

    @Test
    void alpineHasItsExpectedContents() throws Exception {
        Path file = image("alpine-3.10-docker-save.tar.gz");
        try (ArchiveRun trial = ArchiveRun.in(directory)) {
            ArchiveSurvey survey = trial.survey(file, STANDARD);
            ExtractedContents contents = trial.extract(file, STANDARD);

            assertThat(survey.layout()).isEqualTo(ArchiveLayout.DOCKER);
            assertThat(survey.compression()).isEqualTo(Compression.GZIP);
            assertThat(survey.digest()).startsWith("6f4b98c1fec35808d1275a158f7dfe2d");
            assertThat(survey.counts()).isEqualTo(new Counts(482, 70, 88, 324, 0, 5_552_525, 0, 0));
            assertThat(contents.counts()).isEqualTo(survey.counts());
            assertThat(Manifest.verify(trial.root(), trial.manifest())).isEmpty();
            assertThat(trial.work()).isEmptyDirectory();
            assertThat(Files.readSymbolicLink(trial.rootfs().resolve("bin/sh")))
                    .hasToString("/bin/busybox");
        }
    }

    @Test
    void alpineIsRefusedUnderStrictByItsFirstAbsoluteLink() throws IOException {
        Path file = image("alpine-3.10-docker-save.tar.gz");
        try (ArchiveRun trial = ArchiveRun.in(directory)) {
            assertThatThrownBy(() -> trial.survey(file, ArchiveTerms.of(ArchivePolicy.STRICT)))
                    .isInstanceOf(ArchiveRejectedException.class)
                    .hasMessageStartingWith(
                            "archive alpine-3.10-docker-save.tar.gz, entry 'bin/arch': link"
                                    + " target: expected a relative target inside the root, found"
                                    + " '/bin/busybox'");
        }
    }

    @Test
    void busyboxHasOneProgramUnderManyNames() throws Exception {
        Path file = image("busybox-docker-save.tar");
        try (ArchiveRun trial = ArchiveRun.in(directory)) {
            ExtractedContents contents = trial.extract(file, STANDARD);

            assertThat(contents.counts())
                    .isEqualTo(new Counts(420, 6, 17, 0, 397, 1_223_894, 0, 0));
            assertThat(contents.losses().times()).isZero();
            assertThat(
                            Files.isSameFile(
                                    trial.rootfs().resolve("bin/sh"),
                                    trial.rootfs().resolve("bin/ls")))
                    .isTrue();
            assertThat(Manifest.verify(trial.root(), trial.manifest())).isEmpty();
        }
    }

    @Test
    void staticBusyboxPassesEveryStrictRule() throws Exception {
        Path file = Corpus.folder("rootfs").resolve("busybox-static-rootfs.tar.gz");
        try (ArchiveRun trial = ArchiveRun.in(directory)) {
            ExtractedContents contents = trial.extract(file, ArchiveTerms.of(ArchivePolicy.STRICT));

            assertThat(contents.layout()).isEqualTo(ArchiveLayout.ROOTFS);
            assertThat(contents.counts().links()).isEqualTo(268);
            assertThat(RootLayout.check(trial.root(), ArchivePolicy.STRICT, "busybox")).isZero();
            assertThat(Manifest.verify(trial.root(), trial.manifest())).isEmpty();
        }
    }

    @Test
    void savedImagesOfEveryAgeAreUnpacked() throws Exception {
        for (String name :
                List.of(
                        "docker-save-small.tar",
                        "ggcr-hello-world-v25.tar",
                        "ggcr-overwritten_file.tar",
                        "ggcr-source_image.tar",
                        "ggcr-test_image_1.tar",
                        "ggcr-whiteout_dir.tar",
                        "ggcr-whiteout_image.tar")) {
            try (ArchiveRun trial = ArchiveRun.in(directory)) {
                ExtractedContents contents = trial.extract(image(name), STANDARD);

                assertThat(contents.layout()).as(name).isEqualTo(ArchiveLayout.DOCKER);
                assertThat(contents.counts().files()).as(name).isPositive();
                assertThat(Manifest.verify(trial.root(), trial.manifest())).as(name).isEmpty();
            }
        }
    }

    @Test
    void whiteoutsHideFilesOfLowerLayers() throws Exception {
        try (ArchiveRun trial = ArchiveRun.in(directory)) {
            trial.extract(image("ggcr-whiteout_image.tar"), STANDARD);

            assertThat(trial.rootfs().resolve("bar.txt")).exists();
            assertThat(Files.exists(trial.rootfs().resolve("foo.txt"), LinkOption.NOFOLLOW_LINKS))
                    .isFalse();
        }
    }

    @Test
    void oneOfSeveralImagesIsChosenByItsTag() throws Exception {
        Path file = image("ggcr-test_link.tar");
        try (ArchiveRun trial = ArchiveRun.in(directory)) {
            assertThat(trial.surveyed(file, STANDARD)).isEqualTo("IMAGE_CHOICE");
            assertThat(trial.surveyed(file, STANDARD.choosing("other"))).isEqualTo("IMAGE_CHOICE");

            ExtractedContents contents =
                    trial.extract(file, STANDARD.choosing("bazel/v1/tarball:test_image_3"));

            assertThat(contents.losses()).isEqualTo(Losses.NONE);
            assertThat(contents.counts().files()).isPositive();
        }
    }

    @Test
    void imagesWithoutAManifestAreReported() throws IOException {
        Path without = image("ggcr-no_manifest.tar");
        Path empty = image("ggcr-null_manifest.tar");
        try (ArchiveRun trial = ArchiveRun.in(directory)) {
            assertThatThrownBy(() -> trial.survey(without, STANDARD))
                    .isInstanceOf(ArchiveRejectedException.class)
                    .hasMessageContaining("expected manifest.json, or oci-layout and index.json");
            assertThatThrownBy(() -> trial.survey(empty, STANDARD))
                    .isInstanceOf(ArchiveRejectedException.class)
                    .hasMessageContaining("entry 'manifest.json': image document");
        }
    }

    private static Path image(String name) {
        return Corpus.folder("oci-docker").resolve(name);
    }
}
