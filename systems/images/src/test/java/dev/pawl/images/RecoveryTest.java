package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.images.archive.Manifest;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.Image;
import dev.pawl.images.table.Volume;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import dev.pawl.servers.HttpFault;
import dev.pawl.servers.HttpFaults;
import dev.pawl.servers.S3Server;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The five cases of the document's "Recovery Testing Scenarios": processes that are killed with
/// SIGKILL, an S3 server, volumes that are directories.
@Timeout(600)
final class RecoveryTest {
    private static final String BUCKET = "images";
    private static final String KEY = "test.tar";
    private static final String GET = "GET /images/" + KEY;
    private static final String NOWHERE = "-";
    private static final int PART = 5_000;
    private static final String DOWNLOAD_STATUS = "select download_status from images";
    private static final int HISTORY = 1_000;

    @TempDir private Path directory;
    private S3Server server;
    private HttpFaults requests;
    private Path tar;

    @BeforeEach
    void open() throws IOException {
        server = S3Server.open(directory.resolve("buckets"));
        server.createBucket(BUCKET);
        requests = HttpFaults.start(server.port());
        tar = SampleRootfs.in(directory.resolve("tree"), "one").tar(directory.resolve(KEY));
        server.put(BUCKET, KEY, tar);
    }

    @AfterEach
    void close() throws IOException {
        requests.close();
        server.close();
    }

    private ChainProcess process(String halt) throws IOException {
        Map<String, String> settings =
                Map.of("credentials", "anonymous", "endpoint", requests.url());
        String address = new SourceAddress("s3://" + BUCKET, settings).toString();
        return ChainProcess.start(directory, address, KEY, halt);
    }

    private void assertCompletes() throws Exception {
        try (ChainProcess again = process(NOWHERE)) {
            assertThat(again.ended()).isEqualTo("COMPLETED");
        }
        try (SqliteStore store = SqliteStore.open(directory.resolve("store"))) {
            assertThat(store.verify()).isEmpty();
            Catalog catalog = Catalog.of(store);
            Image image = catalog.images().getFirst();
            assertThat(image.activationStatus()).isEqualTo("active");
            assertThat(Path.of(image.copy().localPath())).hasSameBinaryContentAs(tar);
            Path root = Path.of(catalog.snapshots().getFirst().devicePath());
            Path manifest = Path.of(catalog.unpacked().getFirst().manifest());
            assertThat(Manifest.verify(root, manifest))
                    .noneMatch(each -> !each.what().equals("time"));
            assertThat(root.resolve("rootfs/etc/hostname")).hasContent("one");
            assertThat(catalog.volumes())
                    .extracting(Volume::stage)
                    .containsExactly(Volume.Stage.READY, Volume.Stage.READY);
        }
        assertThat(names("files")).hasSize(2).noneMatch(name -> name.contains(".part"));
        assertThat(names("volumes")).hasSize(2);
        assertThat(names("work")).isEmpty();
    }

    private List<String> names(String folder) throws IOException {
        try (Stream<Path> found = Files.list(directory.resolve("home").resolve(folder))) {
            return found.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private Path only(String folder) throws IOException {
        return directory.resolve("home").resolve(folder).resolve(names(folder).getFirst());
    }

    private List<String> gets() {
        return requests.requests().stream().filter(line -> line.startsWith("GET")).toList();
    }

    /// Returns the newest run of a machine and its history.
    private Left left(String machine) {
        try (SqliteStore store = SqliteStore.open(directory.resolve("store"))) {
            Run run = store.runs(Filter.ALL.machine(machine), Page.newest(1)).getFirst();
            List<String> way =
                    store.history(run.id(), 0, HISTORY).stream()
                            .filter(entry -> ImagesFixture.STEPS.contains(entry.kind()))
                            .map(RecoveryTest::words)
                            .toList();
            String status = store.query(DOWNLOAD_STATUS, row -> row.text(1)).getFirst();
            return new Left(run, way, status, Catalog.of(store).unpacked().size());
        }
    }

    private static String words(HistoryEntry entry) {
        return entry.kind() + " " + entry.state();
    }

    /// Here the document resumes the run from its start, and in its scenario in `download`.
    /// Decided: in `download`. Bytes that a killed process did not sync are not trusted, so a small
    /// object is downloaded completely again, as in the document.
    @Test
    void case1ACrashDuringDownloadDownloadsAgain() throws Exception {
        requests.script("GET", new HttpFault.Stall(PART));
        try (ChainProcess first = process(NOWHERE)) {
            String line = first.await("download ");
            assertThat(line).contains("totalBytes=" + Files.size(tar));
            first.kill();
        }
        Left left = left(ImagesFixture.DOWNLOAD);
        assertThat(left.run().status()).isEqualTo(RunStatus.RUNNING);
        assertThat(left.run().state()).isEqualTo("download");
        assertThat(left.downloadStatus()).isEqualTo("pending");
        assertThat(names("files")).hasSize(2).allMatch(name -> name.contains(".tar.part"));

        assertCompletes();
        assertThat(left(ImagesFixture.DOWNLOAD).way())
                .containsExactly(
                        "STARTED check-exists",
                        "ENTERED download",
                        "RECOVERED download",
                        "ENTERED validate",
                        "ENTERED store-metadata");
        assertThat(gets()).containsExactly(GET, GET);
    }

    @Test
    void case2ACrashAfterDownloadAndBeforeValidationValidatesTheExistingFile() throws Exception {
        killBeforeValidation();
        Object inode = inode(only("files"));
        assertCompletes();
        assertThat(left(ImagesFixture.DOWNLOAD).way())
                .endsWith("ENTERED validate", "RECOVERED validate", "ENTERED store-metadata");
        assertThat(gets()).containsExactly(GET);
        assertThat(inode(directory.resolve("home/files").resolve(names("files").getLast())))
                .isEqualTo(inode);
    }

    @Test
    void case2AFileThatIsCorruptedThenIsDeletedAndTheRunAborts() throws Exception {
        killBeforeValidation();
        Files.write(only("files"), new byte[] {1, 2, 3});
        try (ChainProcess again = process(NOWHERE)) {
            assertThat(again.ended()).isEqualTo("ABORTED");
        }
        assertThat(left(ImagesFixture.DOWNLOAD).downloadStatus()).isEqualTo("failed");
        assertThat(names("files")).isEmpty();
    }

    private void killBeforeValidation() throws Exception {
        String halt = ImagesFixture.DOWNLOAD + " validate";
        try (ChainProcess first = process(halt)) {
            assertThat(first.await(ChainChild.HALTS)).endsWith(halt);
            first.kill();
        }
        Left left = left(ImagesFixture.DOWNLOAD);
        assertThat(left.run().state()).isEqualTo("validate");
        assertThat(left.downloadStatus()).isEqualTo("pending");
        assertThat(only("files")).hasSameBinaryContentAs(tar);
    }

    @Test
    void case3ACrashDuringExtractionRecreatesTheDevice() throws Exception {
        try (ChainProcess first = process("sync")) {
            assertThat(first.await(ChainChild.HALTS)).endsWith("sync");
            first.kill();
        }
        Left left = left(ImagesFixture.UNPACK);
        assertThat(left.run().status()).isEqualTo(RunStatus.RUNNING);
        assertThat(left.run().state()).isEqualTo("extract-layers");
        assertThat(left.unpacked()).isZero();
        Path volume = only("volumes");
        // What was not synced may be lost.
        Files.delete(volume.resolve("data/rootfs/etc/hostname"));
        Path leftover = Files.writeString(volume.resolve("data/leftover"), "of the first volume");

        assertCompletes();
        assertThat(left(ImagesFixture.UNPACK).way())
                .containsExactly(
                        "STARTED check-unpacked",
                        "ENTERED create-device",
                        "ENTERED extract-layers",
                        "RECOVERED extract-layers",
                        "ENTERED create-device",
                        "ENTERED extract-layers",
                        "ENTERED verify-layout",
                        "ENTERED update-db");
        assertThat(volume.resolve("data/rootfs/etc/hostname")).exists();
        // A file system may give the new volume the inode of the deleted one.
        assertThat(leftover).doesNotExist();
        assertThat(gets()).containsExactly(GET);
    }

    @Test
    void case4APipelineThatIsRunAgainDoesNothing() throws Exception {
        assertCompletes();
        int asked = requests.requests().size();
        List<Object> inodes = List.of(inode(only("volumes")), inode(only("files")));
        assertCompletes();
        assertThat(requests.requests()).hasSize(asked);
        assertThat(left(ImagesFixture.DOWNLOAD).way()).containsExactly("STARTED check-exists");
        assertThat(left(ImagesFixture.UNPACK).way()).containsExactly("STARTED check-unpacked");
        assertThat(left(ImagesFixture.ACTIVATE).way()).containsExactly("STARTED check-snapshot");
        assertThat(List.of(inode(only("volumes")), inode(only("files")))).isEqualTo(inodes);
    }

    /// The document deletes the stale row. Here a snapshot still needs it, so the row of the volume
    /// shows that it is gone until it exists again.
    @Test
    void case5ADeviceThatIsMissingIsUnpackedAgain() throws Exception {
        assertCompletes();
        Path thin = directory.resolve("home/volumes").resolve(names("volumes").getLast());
        assertThat(thin.getFileName().toString()).startsWith("thin-");
        Files.move(thin, directory.resolve("removed"));

        assertCompletes();
        assertThat(left(ImagesFixture.DOWNLOAD).way()).containsExactly("STARTED check-exists");
        assertThat(left(ImagesFixture.UNPACK).way())
                .containsExactly(
                        "STARTED check-unpacked",
                        "ENTERED create-device",
                        "ENTERED extract-layers",
                        "ENTERED verify-layout",
                        "ENTERED update-db");
        assertThat(thin.resolve("data/rootfs/etc/hostname")).hasContent("one");
        assertThat(gets()).containsExactly(GET);
    }

    private static Object inode(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    /// What the processes have left.
    private record Left(Run run, List<String> way, String downloadStatus, int unpacked) {}
}
