package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.images.gc.ImageRetention;
import dev.pawl.images.gc.Inconsistency;
import dev.pawl.images.gc.Inconsistency.Kind;
import dev.pawl.images.request.ActivateRequest;
import dev.pawl.images.request.DownloadRequest;
import dev.pawl.images.request.ImageFailure;
import dev.pawl.images.request.ProcessRequest;
import dev.pawl.images.request.ProcessResponse;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.Image;
import dev.pawl.images.table.ImageTables;
import dev.pawl.images.table.Removals;
import dev.pawl.images.table.Snapshot;
import dev.pawl.images.table.UnpackedImage;
import dev.pawl.images.table.Volume;
import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.DirectoryVolumes;
import dev.pawl.images.volume.Marker;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.SpaceLimits;
import dev.pawl.machine.Start;
import dev.pawl.machine.Writing;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Images after processing: deactivated, activated, pinned, deleted and repaired.
@Timeout(120)
final class MaintenanceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir private Path directory;
    private Path bucket;
    private DirectoryVolumes volumes;
    private Images images;
    private TableWriter scribe;
    private Engine engine;

    @BeforeEach
    void open() throws IOException {
        bucket = Files.createDirectories(directory.resolve("bucket"));
        volumes = DirectoryVolumes.in(directory.resolve("home"));
        images = Images.in(directory.resolve("home"), o -> o.volumes(volumes));
        scribe = new TableWriter();
        engine =
                Engine.open(
                        SqliteStore.open(directory.resolve("store")),
                        options -> {
                            images.register(options);
                            options.machines(scribe.machine());
                        });
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private ProcessResponse process(String key) throws Exception {
        if (!Files.exists(bucket.resolve(key))) {
            SampleRootfs.in(directory.resolve("tree-" + key), key).tar(bucket.resolve(key));
        }
        ProcessRequest request = ProcessRequest.of(bucket.toString(), key);
        return engine.await(images.process(), engine.start(images.process(request)), PATIENCE);
    }

    private Run end(Start<?> start) throws InterruptedException {
        RunId id = engine.start(start);
        return engine.awaitEnd(id, PATIENCE).orElseThrow();
    }

    private String refusal(Start<?> start) throws InterruptedException {
        Run run = end(start);
        assertThat(run.status()).isEqualTo(RunStatus.ABORTED);
        RunEnd ending = run.condition().ending();
        return ImageFailure.reason(Optional.ofNullable(ending));
    }

    private void done(Start<?> start) throws InterruptedException {
        assertThat(end(start).status()).isEqualTo(RunStatus.COMPLETED);
    }

    private void write(Writing writing) throws InterruptedException {
        done(scribe.writing(writing));
    }

    private Catalog catalog() {
        return new Catalog(engine::query);
    }

    private List<Inconsistency> inconsistencies() throws Exception {
        return images.inconsistencies(catalog(), engine.runs(Filter.ALL.live(), Page.oldest(1000)));
    }

    /// A row with such a name was written by an earlier version, or by hand.
    @Test
    void aRowThatCannotBeReadIsRepairedAndStopsNothing() throws Exception {
        ProcessResponse one = process("one.tar");
        String name = "my snap/../evil";
        write(tx ->
                tx.update(
                        "insert into volumes (device_id, device_name, image_id, size_bytes, state,"
                                + " run, changed_at) values (99, ?, ?, 1, 'ready', 'r', 't')",
                        name,
                        one.imageId()));
        write(tx ->
                tx.update(
                        "insert into snapshots (snapshot_id, image_id, snapshot_name, device_path,"
                                + " origin_device_id, active, created_at)"
                                + " values (99, ?, ?, 'p', 1, 0, 't')",
                        one.imageId(),
                        name));
        assertThat(catalog().snapshots()).hasSize(1);
        repairs(Kind.UNREADABLE_ROW);
        assertThat(engine.query("select device_id from volumes", row -> row.number(1)))
                .doesNotContain(99L)
                .hasSize(2);
    }

    /// Repairs the only inconsistency, which must be of this kind.
    private void repairs(Kind kind) throws Exception {
        assertThat(inconsistencies()).extracting(Inconsistency::kind).containsExactly(kind);
        done(images.repair(catalog(), inconsistencies().getFirst()).orElseThrow());
        assertThat(inconsistencies()).isEmpty();
    }

    private static Path root(ProcessResponse image) {
        return Path.of(image.activate().devicePath()).resolve("rootfs");
    }

    @Test
    void aSnapshotIsDeactivatedAndActivatedAgainWithItsContents() throws Exception {
        ProcessResponse image = process("a.tar");
        Files.writeString(root(image).resolve("etc/new"), "written by its user");
        done(images.deactivate(image.activate().snapshotName()));
        assertThat(root(image)).doesNotExist();
        assertThat(catalog().image(image.imageId()).orElseThrow().activationStatus())
                .isEqualTo("inactive");
        assertThat(catalog().snapshots()).extracting(Snapshot::active).containsExactly(false);
        done(images.deactivate(image.activate().snapshotName()));
        assertThat(inconsistencies()).isEmpty();

        ProcessResponse again = process("a.tar");
        assertThat(again.activate().activated()).isTrue();
        assertThat(again.unpack().unpacked()).isFalse();
        assertThat(root(again).resolve("etc/new")).hasContent("written by its user");
        assertThat(catalog().image(image.imageId()).orElseThrow().activationStatus())
                .isEqualTo("active");
    }

    @Test
    void anUnpackedImageGetsMoreSnapshotsWithoutItsSource() throws Exception {
        ProcessResponse image = process("a.tar");
        Files.delete(bucket.resolve("a.tar"));
        Files.writeString(root(image).resolve("etc/new"), "only in the first");
        UnpackedImage unpacked = catalog().unpacked(image.imageId()).orElseThrow();
        Device volume = unpacked.device();
        done(
                images.activate(
                        ActivateRequest.of(image.imageId(), volume.id(), volume.name())
                                .snapshotName("blue")));
        Path blue = volumes.path(catalog().snapshot("blue").orElseThrow().device());
        assertThat(blue.resolve("rootfs/etc/hostname")).hasContent("a.tar");
        assertThat(blue.resolve("rootfs/etc/new")).doesNotExist();
    }

    @Test
    void anImageInUseIsNotDeleted() throws Exception {
        ProcessResponse image = process("a.tar");
        assertThat(refusal(images.delete(image.imageId())))
                .startsWith("use: ")
                .contains("its snapshot snap-%s is active".formatted(image.imageId()));
        done(images.deactivate(image.activate().snapshotName()));
        done(images.pin(image.imageId(), true));
        assertThat(refusal(images.delete(image.imageId()))).contains("it is pinned");
        assertThat(inconsistencies()).isEmpty();
        assertThat(process("a.tar").activate().active()).isTrue();
    }

    @Test
    void aDeletedImageLeavesNothingAndCanBeProcessedAgain() throws Exception {
        ProcessResponse image = process("a.tar");
        ProcessResponse other = process("b.tar");
        done(images.deactivate(image.activate().snapshotName()));
        done(images.delete(image.imageId()));
        assertThat(catalog().images()).extracting(Image::imageId).containsExactly(other.imageId());
        assertThat(engine.query("select image_id from image_keys", row -> row.text(1)))
                .containsExactly(other.imageId());
        assertThat(volumes.found()).hasSize(2);
        assertThat(directory.resolve("home/files"))
                .isDirectoryNotContaining("regex:.*" + image.imageId() + ".*");
        assertThat(root(other).resolve("etc/hostname")).hasContent("b.tar");
        assertThat(inconsistencies()).isEmpty();
        done(images.delete(image.imageId()));

        assertThat(process("a.tar").download().downloaded()).isTrue();
        assertThat(root(image).resolve("etc/hostname")).hasContent("a.tar");
    }

    @Test
    void anImageThatIsBeingDeletedIsNotUsed() throws Exception {
        ProcessResponse image = process("a.tar");
        done(images.deactivate(image.activate().snapshotName()));
        write(Removals.started(image.imageId(), new ImageTables.ChangedBy("gone", Instant.now())));
        ProcessRequest request =
                ProcessRequest.of(bucket.toString(), "a.tar").deviceSize(1_000_000);
        assertThat(
                        ImageFailure.reason(
                                Optional.ofNullable(
                                        end(images.process(request)).condition().ending())))
                .contains("is being deleted by run gone");
        repairs(Kind.STALE_REMOVAL);
        assertThat(catalog().images()).isEmpty();
    }

    @Test
    void aRetentionDeletesTheLeastRecentlyUsedImages() throws Exception {
        ProcessResponse a = process("a.tar");
        ProcessResponse b = process("b.tar");
        ProcessResponse c = process("c.tar");
        ProcessResponse d = process("d.tar");
        for (ProcessResponse each : List.of(a, b, c)) {
            done(images.deactivate(each.activate().snapshotName()));
        }
        done(images.pin(a.imageId(), true));
        Instant now = Instant.now();
        assertThat(expired(ImageRetention.ALL, now)).isEmpty();
        // Of four images one is pinned and one is active: both stay.
        assertThat(expired(new ImageRetention(null, null, 3, null), now))
                .containsExactly(b.imageId());
        assertThat(expired(new ImageRetention(null, null, 0, null), now))
                .containsExactly(b.imageId(), c.imageId());
        assertThat(expired(new ImageRetention(null, null, null, 0L), now))
                .containsExactly(b.imageId(), c.imageId());
        assertThat(expired(new ImageRetention(null, null, null, 1L << 30), now)).isEmpty();
        Duration day = Duration.ofDays(1);
        assertThat(expired(new ImageRetention(day, null, null, null), now)).isEmpty();
        assertThat(expired(new ImageRetention(null, day, null, null), now.plus(day).plus(day)))
                .containsExactly(b.imageId(), c.imageId());
        Inconsistency first =
                images.expired(catalog(), new ImageRetention(null, null, 3, null), now).getFirst();
        done(images.repair(catalog(), first).orElseThrow());
        assertThat(catalog().images())
                .extracting(Image::imageId)
                .containsExactly(a.imageId(), c.imageId(), d.imageId());
    }

    private List<String> expired(ImageRetention retention, Instant now) {
        return images.expired(catalog(), retention, now).stream()
                .map(Inconsistency::imageId)
                .toList();
    }

    /// I18: the comparison covers volumes, active or not, snapshots, files and rows.
    @Test
    void everyInconsistencyIsFoundByItsClassAndRepaired() throws Exception {
        ProcessResponse image = process("a.tar");
        Device snapshot = catalog().snapshots().getFirst().device();
        Device origin = catalog().unpacked(image.imageId()).orElseThrow().device();
        assertThat(inconsistencies()).isEmpty();

        volumes.create(new Device(77, "stranger", 1), new Marker("img-x", 77, "r"));
        repairs(Kind.ORPHAN_VOLUME);
        assertThat(volumes.found()).hasSize(2);

        Files.createDirectory(directory.resolve("home/volumes/.making-half"));
        assertThat(inconsistencies()).extracting(Inconsistency::subject).containsExactly("half");
        repairs(Kind.ORPHAN_VOLUME);

        volumes.deactivate(snapshot);
        repairs(Kind.SLEEPING_SNAPSHOT);
        assertThat(volumes.presence(snapshot)).isEqualTo(Presence.ACTIVE);

        volumes.activate(origin);
        repairs(Kind.WAKING_VOLUME);
        assertThat(volumes.presence(origin)).isEqualTo(Presence.INACTIVE);

        volumes.delete(snapshot);
        repairs(Kind.MISSING_SNAPSHOT);
        assertThat(catalog().snapshots()).isEmpty();
        assertThat(catalog().image(image.imageId()).orElseThrow().activationStatus())
                .isEqualTo("inactive");

        volumes.delete(origin);
        repairs(Kind.MISSING_VOLUME);
        assertThat(catalog().unpacked()).isEmpty();
        assertThat(process("a.tar").unpack().unpacked()).isTrue();
        assertThat(inconsistencies()).isEmpty();

        Files.delete(Path.of(image.download().localPath()));
        repairs(Kind.MISSING_FILE);
        assertThat(Path.of(image.download().localPath()))
                .hasSameBinaryContentAs(bucket.resolve("a.tar"));
    }

    @Test
    void theRemainsOfEndedRunsAreFound() throws Exception {
        ProcessResponse image = process("a.tar");
        String name = "left";
        ImageTables.ChangedBy dead = new ImageTables.ChangedBy("dead", Instant.now());
        write(ImageTables.planned(name, image.imageId(), 1_000, dead));
        repairs(Kind.ABANDONED_VOLUME);

        Device device = catalog().volume(name).orElseThrow().device();
        volumes.create(device, new Marker(image.imageId(), device.id(), "dead"));
        write(ImageTables.staged(device, Volume.Stage.READY, dead));
        repairs(Kind.ORPHAN_SNAPSHOT);
        assertThat(volumes.presence(device)).isEqualTo(Presence.ABSENT);

        Path part = directory.resolve("home/files/img-%s.tar.part".formatted("0".repeat(32)));
        Files.writeString(part, "half");
        repairs(Kind.STRAY_FILE);
        assertThat(part).doesNotExist();
        Files.writeString(directory.resolve("home/work/layer"), "half");
        repairs(Kind.STRAY_FILE);

        DownloadRequest lost = DownloadRequest.of("img-lost", bucket.toString(), "lost.tar");
        write(ImageTables.requested(lost, "nowhere", Instant.now()));
        repairs(Kind.STALLED_IMAGE);
        assertThat(catalog().image("img-lost").orElseThrow().failure())
                .contains("no run was downloading it");
    }

    @Test
    void anInconsistencyThatNoLongerExistsIsNotRepaired() throws Exception {
        process("a.tar");
        Path part = directory.resolve("home/files/img-%s.tar.part".formatted("0".repeat(32)));
        Files.writeString(part, "half");
        Inconsistency stray = inconsistencies().getFirst();
        Files.writeString(part, "half and more");
        Run run = end(images.repair(catalog(), stray).orElseThrow());
        assertThat(run.data().response().text()).contains("\"repaired\":false");
        assertThat(part).exists();
        Files.delete(part);

        volumes.create(new Device(77, "stranger", 1), new Marker("img-x", 77, "r"));
        Inconsistency orphan = inconsistencies().getFirst();
        volumes.delete(new Device(77, "stranger", 1));
        Run second = end(images.repair(catalog(), orphan).orElseThrow());
        assertThat(second.data().response().text()).contains("\"repaired\":false");
    }

    @Test
    void aFullVolumeStorageRefusesVolumesUnlessTheRequestOverrides() throws Exception {
        SampleRootfs.in(directory.resolve("tree"), "one").tar(bucket.resolve("a.tar"));
        Images full =
                Images.in(
                        directory.resolve("home"),
                        o -> o.volumes(volumes).admission(new SpaceLimits(1e-9, 1e-9)));
        try (Engine other =
                Engine.open(SqliteStore.open(directory.resolve("other")), full::register)) {
            RunId refused = other.start(full.process(request("")));
            Run run = other.awaitEnd(refused, PATIENCE).orElseThrow();
            assertThat(ImageFailure.reason(Optional.ofNullable(run.condition().ending())))
                    .startsWith("space: the volume storage is ");
            assertThat(volumes.found()).isEmpty();
            RunId overridden = other.start(full.process(request("anna: the disk grows tonight")));
            assertThat(other.await(full.process(), overridden, PATIENCE).activate().active())
                    .isTrue();
            assertThat(other.run(overridden).origin().request().text()).contains("anna");
        }
    }

    private ProcessRequest request(String override) {
        return ProcessRequest.of(bucket.toString(), "a.tar")
                .deviceSize(1_000_000)
                .override(override);
    }
}
