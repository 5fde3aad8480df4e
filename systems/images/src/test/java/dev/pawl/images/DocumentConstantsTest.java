package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.engine.QueueSettings;
import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.Key;
import dev.pawl.images.archive.RootLayout;
import dev.pawl.images.archive.rule.ArchiveLimits;
import dev.pawl.images.archive.rule.ArchivePolicy;
import dev.pawl.images.archive.rule.ArchiveRejectedException;
import dev.pawl.images.request.ActivateRequest;
import dev.pawl.images.request.ActivateResponse;
import dev.pawl.images.request.DownloadRequest;
import dev.pawl.images.request.DownloadResponse;
import dev.pawl.images.request.ProcessRequest;
import dev.pawl.images.request.UnpackRequest;
import dev.pawl.images.request.UnpackResponse;
import dev.pawl.images.table.ImageIds;
import dev.pawl.machine.Machine;
import dev.pawl.machine.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every constant of the documents, with its value written here, so that a changed constant fails a
/// test. Names of rows, runs and volumes are in [DocumentRowsTest]; states, transitions and retries
/// are in [DocumentTest].
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

    /// What each state does after a crash. The document starts the download over; ours continues
    /// after the bytes it has.
    @Test
    void eachStateHasTheRecoveryOfTheDocument() throws IOException {
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
        assertThat(ProcessRequest.DEVICE_BYTES).isEqualTo(10_737_418_240L);
    }

    @Test
    void aKeyHasUpTo1024Bytes() throws FetchException {
        assertThat(Key.of("k".repeat(1_024)).text()).hasSize(1_024);
        assertThatThrownBy(() -> Key.of("k".repeat(1_025)))
                .hasMessageContaining("at most 1024 bytes, found 1025");
        assertThatThrownBy(() -> Key.of("a/../b")).isInstanceOf(FetchException.class);
    }

    @Test
    void namesAreDerived() {
        assertThat(ImageIds.image("s3://images", "a.tar", Optional.of("v1")))
                .isEqualTo("img-49d630e4fe2c8cf5c9050a1dc3cd621c");
        assertThat(ImageIds.device("img-1")).isEqualTo("thin-c2a64047d8d3241f");
        assertThat(ActivateRequest.of("img-1", 1, "thin-1").snapshotName()).isEqualTo("snap-img-1");
    }

    @Test
    void aRootFilesystemHasEtcUsrAndVarAndTwoAreNotWorldWritable() throws Exception {
        assertThat(layout(Set.of("etc", "usr", "var"), Set.of())).isEqualTo("fine");
        assertThat(layout(Set.of("usr", "var"), Set.of())).isEqualTo("MISSING_DIRECTORY etc");
        assertThat(layout(Set.of("etc", "var"), Set.of())).isEqualTo("MISSING_DIRECTORY usr");
        assertThat(layout(Set.of("etc", "usr"), Set.of())).isEqualTo("MISSING_DIRECTORY var");
        assertThat(layout(Set.of("etc", "usr", "var"), Set.of("etc")))
                .isEqualTo("WORLD_WRITABLE etc");
        assertThat(layout(Set.of("etc", "usr", "var"), Set.of("usr")))
                .isEqualTo("WORLD_WRITABLE usr");
        assertThat(layout(Set.of("etc", "usr", "var"), Set.of("var"))).isEqualTo("fine");
        assertThatThrownBy(
                        () -> RootLayout.check(home.resolve("none"), ArchivePolicy.STANDARD, "x"))
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
            RootLayout.check(root, ArchivePolicy.STRICT, "x");
            return "fine";
        } catch (ArchiveRejectedException e) {
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
