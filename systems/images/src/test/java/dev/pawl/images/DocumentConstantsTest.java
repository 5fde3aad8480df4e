package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.engine.QueueSettings;
import dev.pawl.images.archive.ArchiveLimits;
import dev.pawl.images.archive.Policy;
import dev.pawl.images.archive.Rejected;
import dev.pawl.images.archive.RootLayout;
import dev.pawl.images.source.Key;
import dev.pawl.images.source.SourceException;
import dev.pawl.machine.Machine;
import dev.pawl.machine.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every constant of the documents that the images implement, with its value written here, so that
/// a changed constant fails a test wherever the repository is built. What rows, runs and volumes
/// are called is in [DocumentRowsTest]; states, ways and retries are in [DocumentTest].
final class DocumentConstantsTest {
    @TempDir private Path home;

    @Test
    void theMachinesAreCalledAsTheDocumentsCallThem() throws IOException {
        assertThat(Images.in(home, _ -> {}).machines())
                .extracting(Machine::name)
                .startsWith("process-image", "download-image", "unpack-image", "activate-image");
    }

    @Test
    void fiveDownloadsAndTwoExtractionsAtATime() throws IOException {
        assertThat(Images.in(home, _ -> {}).queues())
                .extracting(QueueSettings::name, QueueSettings::concurrency)
                .containsExactly(tuple("downloads", 5), tuple("unpacking", 2));
        assertThat(Images.in(home, options -> options.atOnce(7, 3)).queues())
                .extracting(QueueSettings::name, QueueSettings::concurrency)
                .containsExactly(tuple("downloads", 7), tuple("unpacking", 3));
    }

    @Test
    void downloadsMayTakeFiveMinutesAndExtractionsThirty() throws IOException {
        assertThat(timeouts()).containsExactly("download PT5M", "extract-layers PT30M");
    }

    private List<String> timeouts() throws IOException {
        List<String> timeouts = new ArrayList<>();
        for (Machine<?, ?> machine : Images.in(home, _ -> {}).machines()) {
            for (State state : machine.definition().states()) {
                if (state instanceof State.Step step && step.timeout() != null) {
                    timeouts.add(step.name() + " " + step.timeout());
                }
            }
        }
        return timeouts;
    }

    /// What each state does after a crash. The download is better than its document, which starts
    /// over: it resumes behind what was fetched.
    @Test
    void whatEachStateDoesAfterACrash() throws IOException {
        assertThat(recoveries())
                .containsSubsequence(
                        "check-exists RETRY",
                        "download RESUME",
                        "validate RETRY",
                        "store-metadata RETRY",
                        "check-unpacked RETRY",
                        "create-device VALIDATE",
                        "extract-layers CLEANUP",
                        "verify-layout RETRY",
                        "update-db RETRY",
                        "check-snapshot RETRY",
                        "create-snapshot VALIDATE",
                        "register RETRY");
    }

    private List<String> recoveries() throws IOException {
        List<String> recoveries = new ArrayList<>();
        for (Machine<?, ?> machine : Images.in(home, _ -> {}).machines()) {
            for (State state : machine.definition().states()) {
                if (state instanceof State.Step step) {
                    recoveries.add(step.name() + " " + step.recovery().action());
                }
            }
        }
        return recoveries;
    }

    @Test
    void anImageHasTenGigabytesAFileOneAndAllHundredThousandEntries() {
        ArchiveLimits limits = ArchiveLimits.DEFAULT;
        assertThat(limits.archiveBytes()).isEqualTo(10_000_000_000L);
        assertThat(limits.totalBytes()).isEqualTo(10_000_000_000L);
        assertThat(limits.fileBytes()).isEqualTo(1_000_000_000L);
        assertThat(limits.entries()).isEqualTo(100_000);
        assertThat(limits)
                .isEqualTo(
                        new ArchiveLimits(
                                10_000_000_000L,
                                1_000_000_000L,
                                10_000_000_000L,
                                100_000,
                                4_096,
                                255,
                                100,
                                200));
        assertThat(new ImagesOptions().limits()).isEqualTo(limits);
    }

    @Test
    void aDeviceHasTwentyMillionSectors() {
        assertThat(Images.DEVICE_BYTES).isEqualTo(10_737_418_240L);
    }

    @Test
    void aKeyHasUpTo1024Bytes() throws SourceException {
        assertThat(Key.of("k".repeat(1_024)).text()).hasSize(1_024);
        assertThatThrownBy(() -> Key.of("k".repeat(1_025)))
                .hasMessageContaining("at most 1024 bytes, found 1025");
        assertThatThrownBy(() -> Key.of("a/../b")).isInstanceOf(SourceException.class);
    }

    @Test
    void namesFollowFromWhatTheyName() {
        assertThat(ImageIds.image("s3://images", "a.tar", "v1"))
                .isEqualTo("img-49d630e4fe2c8cf5c9050a1dc3cd621c");
        assertThat(ImageIds.device("img-1")).isEqualTo("thin-c2a64047d8d3241f");
        assertThat(ImageIds.snapshot("img-1")).isEqualTo("snap-img-1");
    }

    @Test
    void aRootFilesystemHasEtcUsrAndVarAndKeepsTwoOfThemToItself() throws Exception {
        assertThat(layout(Set.of("etc", "usr", "var"), Set.of())).isEqualTo("fine");
        assertThat(layout(Set.of("usr", "var"), Set.of())).isEqualTo("MISSING_DIRECTORY etc");
        assertThat(layout(Set.of("etc", "var"), Set.of())).isEqualTo("MISSING_DIRECTORY usr");
        assertThat(layout(Set.of("etc", "usr"), Set.of())).isEqualTo("MISSING_DIRECTORY var");
        assertThat(layout(Set.of("etc", "usr", "var"), Set.of("etc")))
                .isEqualTo("WORLD_WRITABLE etc");
        assertThat(layout(Set.of("etc", "usr", "var"), Set.of("usr")))
                .isEqualTo("WORLD_WRITABLE usr");
        assertThat(layout(Set.of("etc", "usr", "var"), Set.of("var"))).isEqualTo("fine");
        assertThatThrownBy(() -> RootLayout.check(home.resolve("none"), Policy.STANDARD, "x"))
                .hasMessageContaining("expected a directory rootfs/");
    }

    private String layout(Set<String> present, Set<String> open) throws IOException {
        Path root = Files.createTempDirectory(home, "root");
        for (String name : present) {
            Path made = Files.createDirectories(root.resolve("rootfs").resolve(name));
            String mode = open.contains(name) ? "rwxrwxrwx" : "rwxr-xr-x";
            Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(mode));
        }
        try {
            RootLayout.check(root, Policy.STRICT, "x");
            return "fine";
        } catch (Rejected e) {
            return e.rule() + " " + e.entry();
        }
    }

    @Test
    void requestsAndResponsesHaveTheFieldsOfTheDocuments() {
        assertThat(fields(DownloadRequest.class)).contains("s3Key", "imageId", "source");
        assertThat(fields(DownloadResponse.class))
                .containsExactly(
                        "imageId",
                        "localPath",
                        "checksum",
                        "sizeBytes",
                        "downloaded",
                        "alreadyExisted");
        assertThat(fields(UnpackRequest.class))
                .contains("imageId", "localPath", "checksum", "deviceSize");
        assertThat(fields(UnpackResponse.class))
                .containsExactly(
                        "imageId",
                        "deviceId",
                        "deviceName",
                        "devicePath",
                        "sizeBytes",
                        "fileCount",
                        "unpacked");
        assertThat(fields(ActivateRequest.class))
                .contains("imageId", "deviceId", "deviceName", "snapshotName");
        assertThat(fields(ActivateResponse.class))
                .containsExactly(
                        "imageId",
                        "snapshotId",
                        "snapshotName",
                        "devicePath",
                        "active",
                        "activated");
    }

    private static List<String> fields(Class<? extends Record> type) {
        return Arrays.stream(type.getRecordComponents()).map(each -> each.getName()).toList();
    }
}
