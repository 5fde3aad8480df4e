package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.images.request.ProcessRequest;
import dev.pawl.images.request.ProcessResponse;
import dev.pawl.images.volume.DirectoryVolumes;
import dev.pawl.images.volume.Volumes;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// From an object to an activated snapshot, on directories.
@Timeout(120)
final class ChainTest {
    private static final String KEY = "images/small.tar";

    @TempDir private Path directory;
    private Path bucket;
    private Images images;
    private final List<String> changes = Collections.synchronizedList(new ArrayList<>());
    private SqliteStore store;
    private Engine engine;

    @BeforeEach
    void open() throws IOException {
        bucket = Files.createDirectories(directory.resolve("bucket"));
        Path home = directory.resolve("home");
        Volumes volumes = new ObservedVolumes(DirectoryVolumes.in(home), changes::add);
        images = Images.in(home, options -> options.volumes(volumes));
        store = SqliteStore.open(directory.resolve("store"));
        engine = Engine.open(store, images::register);
    }

    @AfterEach
    void close() {
        engine.close();
        Path home = directory.resolve("home");
        assertThat(home.resolve("work")).isEmptyDirectory();
    }

    private ProcessRequest request(String policy) {
        return ProcessRequest.of(bucket.toString(), KEY).policy(policy);
    }

    private ProcessResponse process(ProcessRequest request) throws InterruptedException {
        RunId id = engine.start(images.process(request));
        return engine.await(images.process(), id, Duration.ofSeconds(60));
    }

    private String refusal(ProcessRequest request) throws InterruptedException {
        RunId id = engine.start(images.process(request));
        Run run = engine.awaitEnd(id, Duration.ofSeconds(60)).orElseThrow();
        assertThat(run.status()).isEqualTo(RunStatus.ABORTED);
        RunEnd end = run.condition().ending();
        assertThat(end).isNotNull();
        assertThat(end.failure()).isNotNull();
        return end.failure().message();
    }

    private List<String> rows(String sql) {
        return engine.query(sql, row -> row.text(1));
    }

    @Test
    void anObjectBecomesAnActivatedSnapshot() throws Exception {
        SampleRootfs.in(directory.resolve("tree"), "one").tar(bucket.resolve(KEY));
        ProcessResponse made = process(request("strict"));

        assertThat(made.download().downloaded()).isTrue();
        assertThat(made.download().alreadyExisted()).isFalse();
        assertThat(Path.of(made.download().localPath()))
                .hasSameBinaryContentAs(bucket.resolve(KEY));
        assertThat(made.unpack().unpacked()).isTrue();
        assertThat(made.unpack().fileCount()).isEqualTo(2);
        assertThat(made.activate().activated()).isTrue();
        Path root = Path.of(made.activate().devicePath()).resolve("rootfs");
        assertThat(root.resolve("etc/hostname")).hasContent("one");
        assertThat(Files.isSameFile(root.resolve("usr/bin/tool"), root.resolve("usr/bin/twin")))
                .isTrue();
        assertThat(rows("select download_status || ' ' || activation_status from images"))
                .containsExactly("completed active");
        assertThat(rows("select layout_verified from unpacked_images")).containsExactly("1");
        assertThat(rows("select snapshot_name from snapshots where active = 1"))
                .containsExactly("snap-" + made.imageId());
        assertThat(rows("select state from volumes")).containsExactly("ready", "ready");
    }

    @Test
    void aSecondRequestDoesNothing() throws Exception {
        SampleRootfs.in(directory.resolve("tree"), "one").tar(bucket.resolve(KEY));
        ProcessResponse first = process(request("strict"));
        // The source cannot be asked, because the object is gone.
        Files.delete(bucket.resolve(KEY));
        assertThat(changes).isNotEmpty();
        changes.clear();
        ProcessResponse second = process(request("strict"));
        assertThat(changes).isEmpty();
        assertThat(second.imageId()).isEqualTo(first.imageId());
        assertThat(second.download().alreadyExisted()).isTrue();
        assertThat(second.download().checksum()).isEqualTo(first.download().checksum());
        assertThat(second.unpack().unpacked()).isFalse();
        assertThat(second.activate().activated()).isFalse();
        assertThat(second.activate().devicePath()).isEqualTo(first.activate().devicePath());
    }

    @Test
    void anObjectThatChangedIsAnotherImage() throws Exception {
        SampleRootfs.in(directory.resolve("tree"), "one").tar(bucket.resolve(KEY));
        ProcessResponse first = process(request("strict"));
        SampleRootfs.in(directory.resolve("other"), "two").tar(bucket.resolve(KEY));
        assertThat(process(request("strict")).imageId()).isEqualTo(first.imageId());
        ProcessRequest again = ProcessRequest.of(bucket.toString(), KEY).refresh(true);
        ProcessResponse second = process(again);
        assertThat(second.imageId()).isNotEqualTo(first.imageId());
        assertThat(Path.of(second.activate().devicePath()).resolve("rootfs/etc/hostname"))
                .hasContent("two");
        assertThat(Path.of(first.activate().devicePath()).resolve("rootfs/etc/hostname"))
                .hasContent("one");
        assertThat(process(request("strict")).imageId()).isEqualTo(second.imageId());
    }

    @Test
    void aHostileArchiveIsRefusedReportedAndLeavesNothing() throws Exception {
        SampleRootfs.in(directory.resolve("tree"), "one").withSetuid().tar(bucket.resolve(KEY));
        assertThat(refusal(request("strict")))
                .startsWith("policy: ")
                .contains(KEY)
                .contains("rootfs/usr/bin/su");
        assertThat(rows("select entry from security_events")).containsExactly("rootfs/usr/bin/su");
        assertThat(rows("select download_status from images")).containsExactly("failed");
        assertThat(rows("select failure from images").getFirst()).contains("rootfs/usr/bin/su");
        try (Stream<Path> left = Files.list(directory.resolve("home/files"))) {
            assertThat(left).isEmpty();
        }
        ProcessResponse standard = process(request("standard"));
        assertThat(standard.activate().active()).isTrue();
        assertThat(rows("select download_status from images")).containsExactly("completed");
        assertThat(rows("select count(*) from images where failure is null")).containsExactly("1");
    }

    @Test
    void anArchiveThatPassedTheStandardPolicyIsCheckedAgainUnderTheStrictOne() throws Exception {
        SampleRootfs.in(directory.resolve("tree"), "one").withSetuid().tar(bucket.resolve(KEY));
        ProcessResponse standard = process(request("standard"));
        assertThat(refusal(request("strict"))).startsWith("policy: ").contains("usr/bin/su");
        assertThat(rows("select download_status || ' ' || activation_status from images"))
                .containsExactly("completed active");
        assertThat(Path.of(standard.download().localPath())).isRegularFile();
        assertThat(process(request("standard")).download().alreadyExisted()).isTrue();
    }

    @Test
    void anArchiveThatPassedTheStrictPolicyPassesTheStandardOne() throws Exception {
        SampleRootfs.in(directory.resolve("tree"), "one").tar(bucket.resolve(KEY));
        ProcessResponse strict = process(request("strict"));
        Files.delete(bucket.resolve(KEY));
        ProcessResponse standard = process(request("standard"));
        assertThat(standard.imageId()).isEqualTo(strict.imageId());
        assertThat(standard.download().alreadyExisted()).isTrue();
    }

    @Test
    void aReasonWithFormatCharactersIsReportedUnchanged() throws Exception {
        Path tree = directory.resolve("tree");
        SampleRootfs rootfs = SampleRootfs.in(tree, "one");
        Files.createSymbolicLink(tree.resolve("rootfs/100%s %n %q"), Path.of("/etc"));
        rootfs.tar(bucket.resolve(KEY));
        assertThat(refusal(request("strict"))).contains("100%s %n %q");
    }

    @Test
    void aKeyThatIsMissingOrWrongIsASourceError() throws Exception {
        assertThat(refusal(request("strict"))).startsWith("source: ").contains(KEY);
        ProcessRequest climbing =
                ProcessRequest.of(bucket.toString(), "../secret").deviceSize(1_000_000);
        assertThat(refusal(climbing)).startsWith("source: ").contains("'..'");
        assertThat(rows("select image_id from images")).isEmpty();
    }

    @Test
    void aPinnedDigestMustBeThatOfTheObject() throws Exception {
        SampleRootfs.in(directory.resolve("tree"), "one").tar(bucket.resolve(KEY));
        ProcessRequest pinned = ProcessRequest.of(bucket.toString(), KEY).digest("0".repeat(64));
        assertThat(refusal(pinned)).startsWith("source: ").contains("must have the digest 0000");
        assertThat(rows("select count(*) from volumes")).containsExactly("0");
    }

    @Test
    void aSnapshotCanHaveANameAndAnImageSeveralSnapshots() throws Exception {
        SampleRootfs.in(directory.resolve("tree"), "one").tar(bucket.resolve(KEY));
        ProcessResponse first = process(request("strict"));
        ProcessRequest named = ProcessRequest.of(bucket.toString(), KEY).snapshotName("blue");
        ProcessResponse second = process(named);
        assertThat(second.activate().snapshotName()).isEqualTo("blue");
        assertThat(second.unpack().unpacked()).isFalse();
        Files.writeString(
                Path.of(second.activate().devicePath()).resolve("rootfs/etc/hostname"), "b");
        assertThat(Path.of(first.activate().devicePath()).resolve("rootfs/etc/hostname"))
                .hasContent("one");
        assertThat(rows("select count(*) from snapshots where active = 1")).containsExactly("2");
    }

    @Test
    void theThreeMachinesAreChildrenOfOneRun() throws Exception {
        SampleRootfs.in(directory.resolve("tree"), "one").tar(bucket.resolve(KEY));
        ProcessResponse made = process(request("strict"));
        RunId parent = RunId.parse(made.runs().process());
        assertThat(engine.runs(Filter.ALL.parent(parent), Page.oldest(10)))
                .extracting(Run::machine)
                .containsExactly("download-image", "unpack-image", "activate-image");
    }
}
