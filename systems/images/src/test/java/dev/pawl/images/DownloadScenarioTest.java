package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

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
    private Bench bench;
    private Path tar;

    @BeforeEach
    void open() throws IOException {
        bench = Bench.in(directory);
        tar = bench.put(KEY, "one");
    }

    @AfterEach
    void close() throws IOException {
        bench.close();
    }

    private String image() {
        return bench.rows("select image_id from images").getFirst();
    }

    private List<String> gets() {
        return bench.requests().requests().stream().filter(line -> line.startsWith("GET")).toList();
    }

    private void assertDownloaded() {
        assertThat(bench.rows(STATUS)).containsExactly("completed");
        assertThat(bench.file(image() + ".tar")).hasSameBinaryContentAs(tar);
        assertThat(bench.rows("select activation_status from images")).containsExactly("active");
    }

    /// The document removes the temporary file and starts over. Decided otherwise: what is there of
    /// the same object, by its validator, is kept, and the rest is asked for.
    @Test
    void scenario1ACrashDuringDownloadGoesOnBehindThePart() throws Exception {
        bench.requests().script("GET", new HttpFault.Truncate(PART));
        // Asked first when the image is found, then by the attempt that is cut, then by this one.
        bench.deaths().whenAsking(3);
        assertThat(bench.process(KEY).status()).isEqualTo(RunStatus.WAITING);

        assertThat(bench.run(Bench.DOWNLOAD).status()).isEqualTo(RunStatus.RUNNING);
        assertThat(bench.run(Bench.DOWNLOAD).state()).isEqualTo("download");
        assertThat(bench.rows(STATUS)).containsExactly("pending");
        String file = image() + ".tar";
        assertThat(bench.files()).containsExactly(file + ".part", file + ".part.json");
        assertThat(bench.file(file + ".part")).hasSize(PART);

        bench.lives();
        assertThat(bench.walk(Bench.DOWNLOAD))
                .containsExactly(
                        "STARTED check-exists",
                        "ENTERED download",
                        "ATTEMPT_FAILED download",
                        "RECLAIMED download",
                        "ENTERED validate",
                        "ENTERED store-metadata");
        assertThat(gets()).containsExactly(GET, GET + " bytes=" + PART + "-");
        assertThat(bench.files()).containsExactly(image() + ".manifest", file);
        assertDownloaded();
    }

    @Test
    void scenario1ACrashDuringDownloadStartsOverIfTheObjectCannotBeToldFromAnother()
            throws Exception {
        bench.requests().script("GET", new HttpFault.Truncate(PART));
        bench.deaths().whenAsking(3);
        bench.process(KEY);
        Files.delete(bench.file(image() + ".tar.part.json"));
        bench.lives();
        assertThat(gets()).containsExactly(GET, GET);
        assertDownloaded();
    }

    @Test
    void scenario2ACrashAfterDownloadAndBeforeValidateChecksTheFileThatIsThere() throws Exception {
        bench.deaths().in(Bench.DOWNLOAD, "validate", Deaths.Side.ENTERED);
        bench.process(KEY);
        assertThat(bench.rows(STATUS)).containsExactly("pending");
        assertThat(bench.files()).containsExactly(image() + ".tar");
        Object inode = inode(bench.file(image() + ".tar"));

        bench.lives();
        assertThat(bench.walk(Bench.DOWNLOAD))
                .endsWith("ENTERED validate", "RECLAIMED validate", "ENTERED store-metadata");
        assertThat(gets()).containsExactly(GET);
        assertThat(inode(bench.file(image() + ".tar"))).isEqualTo(inode);
        assertDownloaded();
    }

    @Test
    void scenario2AFileThatIsBadAfterTheCrashIsRemovedAndTheRunAborts() throws Exception {
        bench.deaths().in(Bench.DOWNLOAD, "validate", Deaths.Side.ENTERED);
        bench.process(KEY);
        Path file = bench.file(image() + ".tar");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);

        bench.lives();
        assertThat(bench.run(Bench.DOWNLOAD).status()).isEqualTo(RunStatus.ABORTED);
        assertThat(bench.walk(Bench.DOWNLOAD))
                .endsWith("RECLAIMED validate", "CLEANUP_STARTED validate");
        assertThat(bench.files()).isEmpty();
        assertThat(bench.rows(STATUS)).containsExactly("failed");
        assertThat(bench.rows("select failure from images").getFirst()).startsWith("damage: ");
        // The disk has done it, not somebody with an archive.
        assertThat(bench.catalog().securityEvents(1)).isEmpty();
    }

    @Test
    void scenario3ACrashBeforeTheRowIsRecordedWritesIt() throws Exception {
        bench.deaths().in(Bench.DOWNLOAD, "store-metadata", Deaths.Side.BEFORE_LEAVING);
        bench.process(KEY);
        assertThat(bench.rows(STATUS)).containsExactly("pending");
        assertThat(bench.file(image() + ".tar")).hasSameBinaryContentAs(tar);

        bench.lives();
        assertThat(bench.walk(Bench.DOWNLOAD))
                .endsWith("ENTERED store-metadata", "RECLAIMED store-metadata");
        assertThat(gets()).containsExactly(GET);
        assertDownloaded();
    }

    /// The row and the transition are one commit: with the row there, the run has ended.
    @Test
    void scenario3ACrashAfterTheRowIsRecordedFindsTheRunEnded() throws Exception {
        bench.deaths().in(Bench.DOWNLOAD, "store-metadata", Deaths.Side.AFTER_LEAVING);
        bench.process(KEY);
        assertThat(bench.rows(STATUS)).containsExactly("completed");
        Run ended = bench.run(Bench.DOWNLOAD);
        assertThat(ended.status()).isEqualTo(RunStatus.COMPLETED);

        bench.lives();
        assertThat(bench.run(Bench.DOWNLOAD).version()).isEqualTo(ended.version());
        assertThat(gets()).containsExactly(GET);
        assertDownloaded();
    }

    @Test
    void scenario4ARequestAfterCompletionSkipsEverything() throws Exception {
        ProcessResponse first = bench.answer(bench.process(KEY));
        int asked = bench.requests().requests().size();
        // A file that looks touched is read again, and found to be the same.
        Files.setLastModifiedTime(
                Path.of(first.download().localPath()), FileTime.from(Instant.EPOCH));

        ProcessResponse second = bench.answer(bench.process(KEY));
        assertThat(bench.walk(Bench.DOWNLOAD)).containsExactly("STARTED check-exists");
        assertThat(bench.requests().requests()).hasSize(asked);
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
