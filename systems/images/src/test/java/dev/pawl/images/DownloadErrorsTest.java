package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.StoreException;
import dev.pawl.images.archive.ArchiveLimits;
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

/// What the document says under "Error Handling" of the download machine, line by line.
@Timeout(120)
final class DownloadErrorsTest {
    private static final String KEY = "one.tar";
    private static final String STATUS = "select download_status from images";
    private static final long PIB = 1L << 50;

    @TempDir private Path directory;
    private Bench bench;
    private Path tar;

    @BeforeEach
    void open() throws IOException {
        bench = Bench.in(directory.resolve("bench"), limits(2 * PIB));
        tar = bench.put(KEY, "one");
    }

    @AfterEach
    void close() throws IOException {
        bench.close();
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
        return bench.rows("select image_id from images").getFirst();
    }

    private String aborted() {
        return bench.reason(Bench.DOWNLOAD, RunStatus.ABORTED);
    }

    private void assertCompletedAfter(String state, int failures) {
        assertThat(bench.run(Bench.DOWNLOAD).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(bench.walk(Bench.DOWNLOAD))
                .filteredOn(step -> step.equals("ATTEMPT_FAILED " + state))
                .hasSize(failures);
        assertThat(bench.rows(STATUS)).containsExactly("completed");
    }

    private void assertNothingLeft() throws IOException {
        assertThat(bench.files()).isEmpty();
        assertThat(bench.rows(STATUS)).containsExactly("failed");
        assertThat(bench.volumes().found()).isEmpty();
    }

    @Test
    void checkExistsIsTriedAgainAfterADatabaseError() {
        bench.deaths().leaveUnanswered(Bench.DOWNLOAD, "check-exists", 3);
        bench.process(KEY);
        assertCompletedAfter("check-exists", 3);
    }

    @Test
    void checkExistsGivesUpAfterThreeRetries() {
        bench.deaths().leaveUnanswered(Bench.DOWNLOAD, "check-exists", 4);
        bench.process(KEY);
        assertThat(bench.reason(Bench.DOWNLOAD, RunStatus.EXHAUSTED)).contains("does not answer");
    }

    @Test
    void checkExistsIsTriedAgainAfterAFileSystemError() {
        bench.process(KEY);
        String path = bench.rows("select local_path from images").getFirst();
        String size = bench.rows("select size_bytes from images").getFirst();
        // A regular file that cannot be read.
        bench.write("update images set local_path = '/proc/self/mem', size_bytes = 0");
        bench.start(bench.request(KEY));
        bench.until(Bench.DOWNLOAD, RunStatus.BACKING_OFF);
        bench.write("update images set local_path = ?, size_bytes = ?", path, Long.valueOf(size));
        bench.settle();
        assertCompletedAfter("check-exists", 1);
        assertThat(bench.requests().requests("GET")).isEqualTo(1);
    }

    @Test
    void downloadIsTriedAgainAfterNetworkErrors() {
        bench.requests()
                .script(
                        "GET",
                        new HttpFault.Cut(3_000),
                        new HttpFault.Answer(503, Map.of("Retry-After", "60")),
                        new HttpFault.Garbage(),
                        new HttpFault.Truncate(5_000),
                        new HttpFault.Cut(0));
        var began = bench.sim().host().now();
        bench.process(KEY);
        assertCompletedAfter("download", 5);
        assertThat(bench.file(image() + ".tar")).hasSameBinaryContentAs(tar);
        assertThat(Duration.between(began, bench.sim().host().now()))
                .isGreaterThan(Duration.ofSeconds(60));
    }

    @Test
    void downloadGivesUpAfterFiveRetriesAndRemovesWhatItHad() throws Exception {
        HttpFault away = new HttpFault.Answer(500);
        bench.requests().script("GET", new HttpFault.Truncate(3_000), away, away, away, away, away);
        bench.process(KEY);
        assertThat(bench.reason(Bench.DOWNLOAD, RunStatus.EXHAUSTED)).startsWith("source: ");
        assertNothingLeft();
    }

    @Test
    void downloadAbortsWhenAccessIsDenied() throws Exception {
        bench.requests().script("GET", new HttpFault.Answer(403));
        bench.process(KEY);
        assertThat(aborted()).startsWith("source: ").contains(KEY);
        assertThat(bench.walk(Bench.DOWNLOAD)).doesNotContain("ATTEMPT_FAILED download");
        assertNothingLeft();
    }

    @Test
    void downloadAbortsWhenTheKeyIsInvalid() throws Exception {
        DownloadRequest climbing =
                new DownloadRequest("a/../b", "img-1", bench.address(), "", "", "strict");
        bench.start(DownloadMachine.of(bench.premises()).start(climbing).key("img-1"));
        bench.settle();
        assertThat(aborted()).startsWith("source: ").contains("'..'");
        String tooLong = "k".repeat(1_025);
        bench.start(
                DownloadMachine.of(bench.premises())
                        .start(
                                new DownloadRequest(
                                        tooLong, "img-1", bench.address(), "", "", "strict"))
                        .key("img-1"));
        bench.settle();
        assertThat(aborted()).contains("at most 1024 bytes, found 1025");
        assertThat(bench.requests().requests()).isEmpty();
        assertNothingLeft();
    }

    /// I14: the limit is enforced on what really comes, not on what was announced alone.
    @Test
    void downloadAbortsWhenTheObjectIsTooLarge() throws Exception {
        long size = Files.size(tar);
        try (Bench small = Bench.in(directory.resolve("small"), limits(size - 1))) {
            small.put(KEY, "one");
            // One who does not say how long it is sends more than he may.
            HttpFault silent = new HttpFault.Without("Content-Length");
            small.requests().script("HEAD", silent, silent);
            small.requests().script("GET", silent);
            small.process(KEY);
            assertThat(small.reason(Bench.DOWNLOAD, RunStatus.ABORTED))
                    .startsWith("source: ")
                    .contains("at most %d bytes".formatted(size - 1));
            assertThat(small.files()).isEmpty();
        }
    }

    @Test
    void downloadAbortsWhenTheDiskIsFullAndSaysHowMuchIsMissing() throws Exception {
        HttpFault huge = new HttpFault.WrongLength(PIB);
        bench.requests().script("HEAD", new HttpFault.None(), huge);
        bench.requests().script("GET", huge);
        bench.process(KEY);
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
        bench.put(KEY, Arrays.copyOf(whole, 2_000));
        bench.process(KEY);
        assertThat(aborted()).startsWith("policy: ").contains("truncated");
        assertThat(bench.walk(Bench.DOWNLOAD)).doesNotContain("ATTEMPT_FAILED validate");
        assertNothingLeft();
    }

    /// I2: the bits are those of a real tar.
    @Test
    void validateAbortsOnMaliciousContentAndWritesASecurityEvent() throws Exception {
        bench.put(KEY, Rootfs.in(directory.resolve("tree"), "one").withSetuid());
        bench.process(KEY);
        assertThat(aborted()).startsWith("policy: ").contains("rootfs/usr/bin/su");
        SecurityEvent event = bench.catalog().securityEvents(10).getFirst();
        assertThat(event.rule()).isEqualTo("SPECIAL_BITS");
        assertThat(event.entry()).isEqualTo("rootfs/usr/bin/su");
        assertThat(event.imageId()).isEqualTo(image());
        assertThat(event.run()).isEqualTo(bench.run(Bench.DOWNLOAD).id().toString());
        assertNothingLeft();
    }

    @Test
    void validateIsTriedAgainWhenTheFileIsNotFound() throws Exception {
        spoilBeforeValidate(() -> {});
        assertCompletedAfter("validate", 1);
    }

    @Test
    void validateIsTriedAgainAfterAnIoError() throws Exception {
        // A directory is there, and cannot be read.
        spoilBeforeValidate(() -> Files.createDirectory(bench.file(image() + ".tar")));
        assertCompletedAfter("validate", 1);
    }

    @Test
    void validateGivesUpAfterTwoRetries() throws Exception {
        bench.deaths().at(Bench.DOWNLOAD, "validate", Deaths.Side.ENTERED, this::putAside);
        bench.process(KEY);
        assertThat(bench.reason(Bench.DOWNLOAD, RunStatus.EXHAUSTED)).contains(image());
        assertThat(bench.walk(Bench.DOWNLOAD))
                .filteredOn(step -> step.equals("ATTEMPT_FAILED validate"))
                .hasSize(3);
        assertNothingLeft();
    }

    private void spoilBeforeValidate(Spoiling then) throws Exception {
        bench.deaths()
                .at(
                        Bench.DOWNLOAD,
                        "validate",
                        Deaths.Side.ENTERED,
                        () -> {
                            putAside();
                            then.unchecked();
                        });
        bench.start(bench.request(KEY));
        bench.until(Bench.DOWNLOAD, RunStatus.BACKING_OFF);
        Path file = bench.file(image() + ".tar");
        Files.deleteIfExists(file);
        Files.move(directory.resolve("aside"), file);
        bench.settle();
    }

    private void putAside() {
        Spoiling move = () -> Files.move(bench.file(image() + ".tar"), directory.resolve("aside"));
        move.unchecked();
    }

    @Test
    void storeMetadataOfTwoAtOnceIsOneRow() {
        ProcessRequest plain = bench.request(KEY);
        bench.start(plain);
        bench.start(
                new ProcessRequest(
                        plain.source(), KEY, "strict", "", "other", plain.deviceSize(), true, ""));
        bench.settle();
        assertThat(bench.rows(STATUS)).containsExactly("completed");
        assertThat(bench.requests().requests("GET")).isEqualTo(1);
        assertThat(bench.rows("select snapshot_name from snapshots where active = 1"))
                .containsExactlyInAnyOrder("other", "snap-" + image());
    }

    /// A store that is busy for a moment is waited for by the engine: the step is not executed
    /// again.
    @Test
    void storeMetadataWaitsForADatabaseThatIsLocked() {
        bench.deaths().refuse(Bench.DOWNLOAD, "store-metadata", 5, StoreException.Kind.BUSY);
        bench.process(KEY);
        assertCompletedAfter("store-metadata", 0);
    }

    @Test
    void storeMetadataIsTriedAgainAfterAnotherDatabaseError() {
        bench.deaths().refuse(Bench.DOWNLOAD, "store-metadata", 5, StoreException.Kind.REFUSED);
        bench.process(KEY);
        assertCompletedAfter("store-metadata", 5);
    }

    @Test
    void storeMetadataGivesUpAfterFiveRetries() throws Exception {
        bench.deaths().refuse(Bench.DOWNLOAD, "store-metadata", 6, StoreException.Kind.REFUSED);
        bench.process(KEY);
        assertThat(bench.reason(Bench.DOWNLOAD, RunStatus.EXHAUSTED)).contains("refuses to leave");
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
