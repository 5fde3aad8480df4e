package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.StoreException;
import dev.pawl.images.archive.rule.ArchiveLimits;
import dev.pawl.images.machine.DownloadMachine;
import dev.pawl.images.request.DownloadRequest;
import dev.pawl.images.request.ProcessRequest;
import dev.pawl.images.table.SecurityEvent;
import dev.pawl.run.RunStatus;
import dev.pawl.servers.HttpFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The section "Error Handling" of the document for the download machine, line by line.
@Timeout(120)
final class DownloadErrorsTest {
    private static final String KEY = "one.tar";
    private static final String STATUS = "select download_status from images";
    private static final long PIB = 1L << 50;

    @TempDir private Path directory;
    private ImagesFixture fixture;
    private Path tar;

    @BeforeEach
    void open() throws IOException {
        fixture = ImagesFixture.in(directory.resolve("bench"), limits(2 * PIB));
        tar = fixture.put(KEY, "one");
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
    }

    private static ArchiveLimits limits(long archiveBytes) {
        ArchiveLimits usual = ArchiveLimits.DEFAULT;
        return new ArchiveLimits(
                archiveBytes,
                usual.fileBytes(),
                usual.totalBytes(),
                usual.entries(),
                usual.pathBytes(),
                usual.componentBytes(),
                usual.depth(),
                usual.expansion());
    }

    private String image() {
        return fixture.rows("select image_id from images").getFirst();
    }

    private String aborted() {
        return fixture.reason(ImagesFixture.DOWNLOAD, RunStatus.ABORTED);
    }

    private void assertCompletedAfter(String state, int failures) {
        assertThat(fixture.run(ImagesFixture.DOWNLOAD).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(fixture.walk(ImagesFixture.DOWNLOAD))
                .filteredOn(step -> step.equals("ATTEMPT_FAILED " + state))
                .hasSize(failures);
        assertThat(fixture.rows(STATUS)).containsExactly("completed");
    }

    private void assertNothingLeft() throws IOException {
        assertThat(fixture.files()).isEmpty();
        assertThat(fixture.rows(STATUS)).containsExactly("failed");
        assertThat(fixture.volumes().found()).isEmpty();
    }

    @Test
    void checkExistsIsTriedAgainAfterADatabaseError() {
        fixture.deaths().leaveUnanswered(ImagesFixture.DOWNLOAD, "check-exists", 3);
        fixture.process(KEY);
        assertCompletedAfter("check-exists", 3);
    }

    @Test
    void checkExistsGivesUpAfterThreeRetries() {
        fixture.deaths().leaveUnanswered(ImagesFixture.DOWNLOAD, "check-exists", 4);
        fixture.process(KEY);
        assertThat(fixture.reason(ImagesFixture.DOWNLOAD, RunStatus.EXHAUSTED))
                .contains("does not answer");
    }

    @Test
    void checkExistsIsTriedAgainAfterAFileSystemError() {
        fixture.process(KEY);
        String path = fixture.rows("select local_path from images").getFirst();
        String size = fixture.rows("select size_bytes from images").getFirst();
        // A regular file that cannot be read.
        fixture.write("update images set local_path = '/proc/self/mem', size_bytes = 0");
        fixture.start(fixture.request(KEY));
        fixture.until(ImagesFixture.DOWNLOAD, RunStatus.BACKING_OFF);
        fixture.write("update images set local_path = ?, size_bytes = ?", path, Long.valueOf(size));
        fixture.settle();
        assertCompletedAfter("check-exists", 1);
        assertThat(fixture.requests().requests("GET")).isEqualTo(1);
    }

    @Test
    void downloadIsTriedAgainAfterNetworkErrors() {
        fixture.requests()
                .script(
                        "GET",
                        new HttpFault.Cut(3_000),
                        new HttpFault.Answer(503, Map.of("Retry-After", "60")),
                        new HttpFault.Garbage(),
                        new HttpFault.Truncate(5_000),
                        new HttpFault.Cut(0));
        var startedAt = fixture.sim().host().now();
        fixture.process(KEY);
        assertCompletedAfter("download", 5);
        assertThat(fixture.file(image() + ".tar")).hasSameBinaryContentAs(tar);
        assertThat(Duration.between(startedAt, fixture.sim().host().now()))
                .isGreaterThan(Duration.ofSeconds(60));
    }

    @Test
    void downloadFailsAfterFiveRetriesAndDeletesItsPart() throws Exception {
        HttpFault away = new HttpFault.Answer(500);
        fixture.requests()
                .script("GET", new HttpFault.Truncate(3_000), away, away, away, away, away);
        fixture.process(KEY);
        assertThat(fixture.reason(ImagesFixture.DOWNLOAD, RunStatus.EXHAUSTED))
                .startsWith("source: ");
        assertNothingLeft();
    }

    @Test
    void downloadAbortsWhenAccessIsDenied() throws Exception {
        fixture.requests().script("GET", new HttpFault.Answer(403));
        fixture.process(KEY);
        assertThat(aborted()).startsWith("source: ").contains(KEY);
        assertThat(fixture.walk(ImagesFixture.DOWNLOAD)).doesNotContain("ATTEMPT_FAILED download");
        assertNothingLeft();
    }

    @Test
    void downloadAbortsWhenTheKeyIsInvalid() throws Exception {
        DownloadRequest climbing = DownloadRequest.of("img-1", fixture.address(), "a/../b");
        fixture.start(DownloadMachine.of(fixture.context()).start(climbing).key("img-1"));
        fixture.settle();
        assertThat(aborted()).startsWith("source: ").contains("'..'");
        String tooLong = "k".repeat(1_025);
        fixture.start(
                DownloadMachine.of(fixture.context())
                        .start(DownloadRequest.of("img-1", fixture.address(), tooLong))
                        .key("img-1"));
        fixture.settle();
        assertThat(aborted()).contains("at most 1024 bytes, found 1025");
        assertThat(fixture.requests().requests()).isEmpty();
        assertNothingLeft();
    }

    /// I14: the limit applies to the bytes that arrive, not only to the announced size.
    @Test
    void downloadAbortsWhenTheObjectIsTooLarge() throws Exception {
        long size = Files.size(tar);
        try (ImagesFixture small = ImagesFixture.in(directory.resolve("small"), limits(size - 1))) {
            small.put(KEY, "one");
            // The server announces no length and sends more than the limit.
            HttpFault silent = new HttpFault.Without("Content-Length");
            small.requests().script("HEAD", silent, silent);
            small.requests().script("GET", silent);
            small.process(KEY);
            assertThat(small.reason(ImagesFixture.DOWNLOAD, RunStatus.ABORTED))
                    .startsWith("source: ")
                    .contains("at most %d bytes".formatted(size - 1));
            assertThat(small.files()).isEmpty();
        }
    }

    @Test
    void downloadAbortsWhenTheDiskIsFullAndSaysHowMuchIsMissing() throws Exception {
        HttpFault huge = new HttpFault.WrongLength(PIB);
        fixture.requests().script("HEAD", new HttpFault.None(), huge);
        fixture.requests().script("GET", huge);
        fixture.process(KEY);
        long free = Files.getFileStore(directory).getTotalSpace();
        assertThat(free).isLessThan(PIB);
        assertThat(aborted())
                .startsWith("space: ")
                .contains("expected space for %d bytes".formatted(PIB + Files.size(tar)))
                .containsPattern("found \\d{13,} bytes too few");
        assertNothingLeft();
    }

    @Test
    void validateAbortsOnACorruptedTarAndRemovesIt() throws Exception {
        byte[] whole = Files.readAllBytes(tar);
        fixture.put(KEY, Arrays.copyOf(whole, 2_000));
        fixture.process(KEY);
        assertThat(aborted()).startsWith("policy: ").contains("truncated");
        assertThat(fixture.walk(ImagesFixture.DOWNLOAD)).doesNotContain("ATTEMPT_FAILED validate");
        assertNothingLeft();
    }

    /// I2: the mode bits come from a real tar.
    @Test
    void validateAbortsOnMaliciousContentAndWritesASecurityEvent() throws Exception {
        fixture.put(KEY, SampleRootfs.in(directory.resolve("tree"), "one").withSetuid());
        fixture.process(KEY);
        assertThat(aborted()).startsWith("policy: ").contains("rootfs/usr/bin/su");
        SecurityEvent event = fixture.catalog().securityEvents(10).getFirst();
        assertThat(event.rule()).isEqualTo("SPECIAL_BITS");
        assertThat(event.entry()).isEqualTo("rootfs/usr/bin/su");
        assertThat(event.imageId()).isEqualTo(image());
        assertThat(event.run()).isEqualTo(fixture.run(ImagesFixture.DOWNLOAD).id().toString());
        assertNothingLeft();
    }

    @Test
    void validateIsTriedAgainWhenTheFileIsNotFound() throws Exception {
        spoilBeforeValidate(() -> {});
        assertCompletedAfter("validate", 1);
    }

    @Test
    void validateIsTriedAgainAfterAnIoError() throws Exception {
        // A directory is in place of the file, and cannot be read.
        spoilBeforeValidate(() -> Files.createDirectory(fixture.file(image() + ".tar")));
        assertCompletedAfter("validate", 1);
    }

    @Test
    void validateGivesUpAfterTwoRetries() throws Exception {
        fixture.deaths()
                .at(ImagesFixture.DOWNLOAD, "validate", CrashPoints.Side.ENTERED, this::hideFile);
        fixture.process(KEY);
        assertThat(fixture.reason(ImagesFixture.DOWNLOAD, RunStatus.EXHAUSTED)).contains(image());
        assertThat(fixture.walk(ImagesFixture.DOWNLOAD))
                .filteredOn(step -> step.equals("ATTEMPT_FAILED validate"))
                .hasSize(3);
        assertNothingLeft();
    }

    private void spoilBeforeValidate(Spoiling then) throws Exception {
        fixture.deaths()
                .at(
                        ImagesFixture.DOWNLOAD,
                        "validate",
                        CrashPoints.Side.ENTERED,
                        () -> {
                            hideFile();
                            then.unchecked();
                        });
        fixture.start(fixture.request(KEY));
        fixture.until(ImagesFixture.DOWNLOAD, RunStatus.BACKING_OFF);
        Path file = fixture.file(image() + ".tar");
        Files.deleteIfExists(file);
        Files.move(directory.resolve("aside"), file);
        fixture.settle();
    }

    private void hideFile() {
        Spoiling move =
                () -> Files.move(fixture.file(image() + ".tar"), directory.resolve("aside"));
        move.unchecked();
    }

    @Test
    void storeMetadataOfTwoAtOnceIsOneRow() {
        ProcessRequest plain = fixture.request(KEY);
        fixture.start(plain);
        fixture.start(
                ProcessRequest.of(plain.source(), KEY)
                        .snapshotName("other")
                        .deviceSize(plain.deviceSize())
                        .refresh(true));
        fixture.settle();
        assertThat(fixture.rows(STATUS)).containsExactly("completed");
        assertThat(fixture.requests().requests("GET")).isEqualTo(1);
        assertThat(fixture.rows("select snapshot_name from snapshots where active = 1"))
                .containsExactlyInAnyOrder("other", "snap-" + image());
    }

    /// The engine waits for a busy store: the step is not executed again.
    @Test
    void storeMetadataWaitsForADatabaseThatIsLocked() {
        fixture.deaths()
                .refuse(ImagesFixture.DOWNLOAD, "store-metadata", 5, StoreException.Kind.BUSY);
        fixture.process(KEY);
        assertCompletedAfter("store-metadata", 0);
    }

    @Test
    void storeMetadataIsTriedAgainAfterAnotherDatabaseError() {
        fixture.deaths()
                .refuse(ImagesFixture.DOWNLOAD, "store-metadata", 5, StoreException.Kind.REFUSED);
        fixture.process(KEY);
        assertCompletedAfter("store-metadata", 5);
    }

    @Test
    void storeMetadataGivesUpAfterFiveRetries() throws Exception {
        fixture.deaths()
                .refuse(ImagesFixture.DOWNLOAD, "store-metadata", 6, StoreException.Kind.REFUSED);
        fixture.process(KEY);
        assertThat(fixture.reason(ImagesFixture.DOWNLOAD, RunStatus.EXHAUSTED))
                .contains("refuses to leave");
        assertNothingLeft();
    }

    private interface Spoiling {
        void make() throws IOException;

        default void unchecked() {
            try {
                make();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
