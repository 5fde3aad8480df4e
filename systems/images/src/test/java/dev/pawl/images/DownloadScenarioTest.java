package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.images.request.ProcessResponse;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import dev.pawl.servers.HttpFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The recovery scenarios of the document for the download machine, in its order.
@Timeout(120)
final class DownloadScenarioTest {
    private static final String KEY = "one.tar";
    private static final String GET = "GET /images/" + KEY;
    private static final String STATUS = "select download_status from images";
    private static final int PART = 4_000;

    @TempDir private Path directory;
    private ImagesFixture fixture;
    private Path tar;

    @BeforeEach
    void open() throws IOException {
        fixture = ImagesFixture.in(directory);
        tar = fixture.put(KEY, "one");
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
    }

    private String image() {
        return fixture.rows("select image_id from images").getFirst();
    }

    private List<String> gets() {
        return fixture.requests().requests().stream()
                .filter(line -> line.startsWith("GET"))
                .toList();
    }

    private void assertDownloaded() {
        assertThat(fixture.rows(STATUS)).containsExactly("completed");
        assertThat(fixture.file(image() + ".tar")).hasSameBinaryContentAs(tar);
        assertThat(fixture.rows("select activation_status from images")).containsExactly("active");
    }

    /// The document deletes the temporary file and starts over. Decided otherwise: the part of the
    /// same object, by its validator, is kept, and only the rest is requested.
    @Test
    void scenario1ACrashDuringDownloadContinuesAfterThePart() throws Exception {
        fixture.requests().script("GET", new HttpFault.Truncate(PART));
        // The requests: to find the image, by the interrupted attempt, and by this one.
        fixture.deaths().whenAsking(3);
        assertThat(fixture.process(KEY).status()).isEqualTo(RunStatus.WAITING);

        assertThat(fixture.run(ImagesFixture.DOWNLOAD).status()).isEqualTo(RunStatus.RUNNING);
        assertThat(fixture.run(ImagesFixture.DOWNLOAD).state()).isEqualTo("download");
        assertThat(fixture.rows(STATUS)).containsExactly("pending");
        String file = image() + ".tar";
        assertThat(fixture.files()).containsExactly(file + ".part", file + ".part.json");
        assertThat(fixture.file(file + ".part")).hasSize(PART);

        fixture.restart();
        assertThat(fixture.walk(ImagesFixture.DOWNLOAD))
                .containsExactly(
                        "STARTED check-exists",
                        "ENTERED download",
                        "ATTEMPT_FAILED download",
                        "RECOVERED download",
                        "ENTERED validate",
                        "ENTERED store-metadata");
        assertThat(gets()).containsExactly(GET, GET + " bytes=" + PART + "-");
        assertThat(fixture.files()).containsExactly(image() + ".manifest", file);
        assertDownloaded();
    }

    @Test
    void scenario1ACrashDuringDownloadStartsOverIfTheObjectHasNoValidator() throws Exception {
        fixture.requests().script("GET", new HttpFault.Truncate(PART));
        fixture.deaths().whenAsking(3);
        fixture.process(KEY);
        Files.delete(fixture.file(image() + ".tar.part.json"));
        fixture.restart();
        assertThat(gets()).containsExactly(GET, GET);
        assertDownloaded();
    }

    @Test
    void scenario2ACrashAfterDownloadAndBeforeValidateChecksTheExistingFile() throws Exception {
        fixture.deaths().in(ImagesFixture.DOWNLOAD, "validate", CrashPoints.Side.ENTERED);
        fixture.process(KEY);
        assertThat(fixture.rows(STATUS)).containsExactly("pending");
        assertThat(fixture.files()).containsExactly(image() + ".tar");
        Object inode = inode(fixture.file(image() + ".tar"));

        fixture.restart();
        assertThat(fixture.walk(ImagesFixture.DOWNLOAD))
                .endsWith("ENTERED validate", "RECOVERED validate", "ENTERED store-metadata");
        assertThat(gets()).containsExactly(GET);
        assertThat(inode(fixture.file(image() + ".tar"))).isEqualTo(inode);
        assertDownloaded();
    }

    @Test
    void scenario2AFileThatIsBadAfterTheCrashIsDeletedAndTheRunAborts() throws Exception {
        fixture.deaths().in(ImagesFixture.DOWNLOAD, "validate", CrashPoints.Side.ENTERED);
        fixture.process(KEY);
        Path file = fixture.file(image() + ".tar");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);

        fixture.restart();
        assertThat(fixture.run(ImagesFixture.DOWNLOAD).status()).isEqualTo(RunStatus.ABORTED);
        assertThat(fixture.walk(ImagesFixture.DOWNLOAD))
                .endsWith("RECOVERED validate", "CLEANUP_STARTED validate");
        assertThat(fixture.files()).isEmpty();
        assertThat(fixture.rows(STATUS)).containsExactly("failed");
        assertThat(fixture.rows("select failure from images").getFirst()).startsWith("damage: ");
        // The disk is at fault, not the archive.
        assertThat(fixture.catalog().securityEvents(1)).isEmpty();
    }

    @Test
    void scenario3ACrashBeforeTheRowIsRecordedWritesIt() throws Exception {
        fixture.deaths()
                .in(ImagesFixture.DOWNLOAD, "store-metadata", CrashPoints.Side.BEFORE_LEAVING);
        fixture.process(KEY);
        assertThat(fixture.rows(STATUS)).containsExactly("pending");
        assertThat(fixture.file(image() + ".tar")).hasSameBinaryContentAs(tar);

        fixture.restart();
        assertThat(fixture.walk(ImagesFixture.DOWNLOAD))
                .endsWith("ENTERED store-metadata", "RECOVERED store-metadata");
        assertThat(gets()).containsExactly(GET);
        assertDownloaded();
    }

    /// The row and the transition are one commit: if the row exists, the run has ended.
    @Test
    void scenario3ACrashAfterTheRowIsRecordedFindsTheRunEnded() throws Exception {
        fixture.deaths()
                .in(ImagesFixture.DOWNLOAD, "store-metadata", CrashPoints.Side.AFTER_LEAVING);
        fixture.process(KEY);
        assertThat(fixture.rows(STATUS)).containsExactly("completed");
        Run ended = fixture.run(ImagesFixture.DOWNLOAD);
        assertThat(ended.status()).isEqualTo(RunStatus.COMPLETED);

        fixture.restart();
        assertThat(fixture.run(ImagesFixture.DOWNLOAD).version()).isEqualTo(ended.version());
        assertThat(gets()).containsExactly(GET);
        assertDownloaded();
    }

    @Test
    void scenario4ARequestAfterCompletionSkipsEverything() throws Exception {
        ProcessResponse first = fixture.answer(fixture.process(KEY));
        int asked = fixture.requests().requests().size();
        // A touched file is read again and found unchanged.
        Files.setLastModifiedTime(
                Path.of(first.download().localPath()), FileTime.from(Instant.EPOCH));

        ProcessResponse second = fixture.answer(fixture.process(KEY));
        assertThat(fixture.walk(ImagesFixture.DOWNLOAD)).containsExactly("STARTED check-exists");
        assertThat(fixture.requests().requests()).hasSize(asked);
        assertThat(second.download().alreadyExisted()).isTrue();
        assertThat(second.download().downloaded()).isFalse();
        assertThat(second.download().checksum()).isEqualTo(first.download().checksum());
        assertThat(second.download().localPath()).isEqualTo(first.download().localPath());
        assertDownloaded();
    }

    private static Object inode(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }
}
