package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.images.Mismatch.Kind;
import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.DirectoryVolumes;
import dev.pawl.images.volume.Marker;
import dev.pawl.images.volume.Presence;
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

/// What becomes of images afterwards: switched off and on, kept, removed, and put right.
@Timeout(120)
final class CareTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir private Path directory;
    private Path bucket;
    private DirectoryVolumes volumes;
    private Images images;
    private Scribe scribe;
    private Engine engine;

    @BeforeEach
    void open() throws IOException {
        bucket = Files.createDirectories(directory.resolve("bucket"));
        volumes = DirectoryVolumes.in(directory.resolve("home"));
        images = Images.in(directory.resolve("home"), o -> o.volumes(volumes));
        scribe = new Scribe();
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
            Rootfs.in(directory.resolve("tree-" + key), key).tar(bucket.resolve(key));
        }
        ProcessRequest request =
                new ProcessRequest(
                        bucket.toString(), key, "strict", "", "", Images.DEVICE_BYTES, false, "");
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
        return Fault.reason(Optional.ofNullable(ending));
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

    private List<Mismatch> mismatches() throws Exception {
        return images.mismatches(catalog(), engine.runs(Filter.ALL.live(), Page.oldest(1000)));
    }

    /// Repairs the only mismatch that there is, which must be of this kind.
    private void repairs(Kind kind) throws Exception {
        assertThat(mismatches()).extracting(Mismatch::kind).containsExactly(kind);
        done(images.repair(catalog(), mismatches().getFirst()).orElseThrow());
        assertThat(mismatches()).isEmpty();
    }

    private static Path root(ProcessResponse image) {
        return Path.of(image.activate().devicePath()).resolve("rootfs");
    }

    @Test
    void aSnapshotIsSwitchedOffAndOnAgainWithWhatIsInIt() throws Exception {
        ProcessResponse image = process("a.tar");
        Files.writeString(root(image).resolve("etc/new"), "written by its user");
        done(images.deactivate(image.activate().snapshotName()));
        assertThat(root(image)).doesNotExist();
        assertThat(catalog().image(image.imageId()).orElseThrow().activationStatus())
                .isEqualTo("inactive");
        assertThat(catalog().snapshots()).extracting(Snapshot::active).containsExactly(false);
        done(images.deactivate(image.activate().snapshotName()));
        assertThat(mismatches()).isEmpty();

        ProcessResponse again = process("a.tar");
        assertThat(again.activate().activated()).isTrue();
        assertThat(again.unpack().unpacked()).isFalse();
        assertThat(root(again).resolve("etc/new")).hasContent("written by its user");
        assertThat(catalog().image(image.imageId()).orElseThrow().activationStatus())
                .isEqualTo("active");
    }

    @Test
    void anUnpackedImageIsGivenMoreSnapshotsWithoutItsSource() throws Exception {
        ProcessResponse image = process("a.tar");
        Files.delete(bucket.resolve("a.tar"));
        Files.writeString(root(image).resolve("etc/new"), "only in the first");
        Unpacked unpacked = catalog().unpacked(image.imageId()).orElseThrow();
        done(images.activate(unpacked, "blue", ""));
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
        assertThat(mismatches()).isEmpty();
        assertThat(process("a.tar").activate().active()).isTrue();
    }

    @Test
    void aDeletedImageLeavesNothingAndCanBeBroughtAgain() throws Exception {
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
        assertThat(mismatches()).isEmpty();
        done(images.delete(image.imageId()));

        assertThat(process("a.tar").download().downloaded()).isTrue();
        assertThat(root(image).resolve("etc/hostname")).hasContent("a.tar");
    }

    @Test
    void anImageThatIsOnItsWayOutIsNotUsed() throws Exception {
        ProcessResponse image = process("a.tar");
        done(images.deactivate(image.activate().snapshotName()));
        write(Removals.begun(image.imageId(), new Ledger.Moment("gone", Instant.now())));
        ProcessRequest request =
                new ProcessRequest(
                        bucket.toString(), "a.tar", "strict", "", "", 1_000_000, false, "");
        assertThat(
                        Fault.reason(
                                Optional.ofNullable(
                                        end(images.process(request)).condition().ending())))
                .contains("is being deleted by run gone");
        repairs(Kind.STALE_REMOVAL);
        assertThat(catalog().images()).isEmpty();
    }

    @Test
    void retentionLetsGoOfWhatWasUsedLongestAgo() throws Exception {
        ProcessResponse a = process("a.tar");
        ProcessResponse b = process("b.tar");
        ProcessResponse c = process("c.tar");
        ProcessResponse d = process("d.tar");
        for (ProcessResponse each : List.of(a, b, c)) {
            done(images.deactivate(each.activate().snapshotName()));
        }
        done(images.pin(a.imageId(), true));
        Instant now = Instant.now();
        assertThat(expired(Retention.ALL, now)).isEmpty();
        // Four are there, one is pinned and one is active: both stay.
        assertThat(expired(new Retention(null, null, 3, null), now)).containsExactly(b.imageId());
        assertThat(expired(new Retention(null, null, 0, null), now))
                .containsExactly(b.imageId(), c.imageId());
        assertThat(expired(new Retention(null, null, null, 0L), now))
                .containsExactly(b.imageId(), c.imageId());
        assertThat(expired(new Retention(null, null, null, 1L << 30), now)).isEmpty();
        Duration day = Duration.ofDays(1);
        assertThat(expired(new Retention(day, null, null, null), now)).isEmpty();
        assertThat(expired(new Retention(null, day, null, null), now.plus(day).plus(day)))
                .containsExactly(b.imageId(), c.imageId());
        Mismatch first =
                images.expired(catalog(), new Retention(null, null, 3, null), now).getFirst();
        done(images.repair(catalog(), first).orElseThrow());
        assertThat(catalog().images())
                .extracting(Image::imageId)
                .containsExactly(a.imageId(), c.imageId(), d.imageId());
    }

    private List<String> expired(Retention retention, Instant now) {
        return images.expired(catalog(), retention, now).stream().map(Mismatch::imageId).toList();
    }

    /// I18: volumes, active or not, snapshots, files, rows: all are compared.
    @Test
    void everyMismatchIsFoundByItsClassAndRepaired() throws Exception {
        ProcessResponse image = process("a.tar");
        Device snapshot = catalog().snapshots().getFirst().device();
        Device origin = catalog().unpacked(image.imageId()).orElseThrow().device();
        assertThat(mismatches()).isEmpty();

        volumes.create(new Device(77, "stranger", 1), new Marker("img-x", 77, "r"));
        repairs(Kind.ORPHAN_VOLUME);
        assertThat(volumes.found()).hasSize(2);

        Files.createDirectory(directory.resolve("home/volumes/.making-half"));
        assertThat(mismatches()).extracting(Mismatch::subject).containsExactly("half");
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
        assertThat(mismatches()).isEmpty();

        Files.delete(Path.of(image.download().localPath()));
        repairs(Kind.MISSING_FILE);
        assertThat(Path.of(image.download().localPath()))
                .hasSameBinaryContentAs(bucket.resolve("a.tar"));
    }

    @Test
    void whatRunsHaveLeftIsFoundWhenTheyHaveEnded() throws Exception {
        ProcessResponse image = process("a.tar");
        String name = "left";
        Ledger.Moment dead = new Ledger.Moment("dead", Instant.now());
        write(Ledger.planned(name, image.imageId(), 1_000, dead));
        repairs(Kind.ABANDONED_VOLUME);

        Device device = catalog().volume(name).orElseThrow().device();
        volumes.create(device, new Marker(image.imageId(), device.id(), "dead"));
        write(Ledger.staged(device, Volume.Stage.READY, dead));
        repairs(Kind.ORPHAN_SNAPSHOT);
        assertThat(volumes.presence(device)).isEqualTo(Presence.ABSENT);

        Path part = directory.resolve("home/files/img-%s.tar.part".formatted("0".repeat(32)));
        Files.writeString(part, "half");
        repairs(Kind.STRAY_FILE);
        assertThat(part).doesNotExist();
        Files.writeString(directory.resolve("home/work/layer"), "half");
        repairs(Kind.STRAY_FILE);

        DownloadRequest lost =
                new DownloadRequest("lost.tar", "img-lost", bucket.toString(), "", "", "strict");
        write(Ledger.wanted(lost, "nowhere", Instant.now()));
        repairs(Kind.STALLED_IMAGE);
        assertThat(catalog().image("img-lost").orElseThrow().failure())
                .contains("no run was downloading it");
    }

    @Test
    void aMismatchThatIsGoneIsNotRepaired() throws Exception {
        process("a.tar");
        Path part = directory.resolve("home/files/img-%s.tar.part".formatted("0".repeat(32)));
        Files.writeString(part, "half");
        Mismatch stray = mismatches().getFirst();
        Files.writeString(part, "half and more");
        Run run = end(images.repair(catalog(), stray).orElseThrow());
        assertThat(run.data().response().text()).contains("\"repaired\":false");
        assertThat(part).exists();
        Files.delete(part);

        volumes.create(new Device(77, "stranger", 1), new Marker("img-x", 77, "r"));
        Mismatch orphan = mismatches().getFirst();
        volumes.delete(new Device(77, "stranger", 1));
        Run second = end(images.repair(catalog(), orphan).orElseThrow());
        assertThat(second.data().response().text()).contains("\"repaired\":false");
    }

    @Test
    void aFullPlaceAdmitsNothingUnlessSomebodySaysWhy() throws Exception {
        Rootfs.in(directory.resolve("tree"), "one").tar(bucket.resolve("a.tar"));
        Images full =
                Images.in(
                        directory.resolve("home"),
                        o -> o.volumes(volumes).admission(new Admission(1e-9, 1e-9)));
        try (Engine other =
                Engine.open(SqliteStore.open(directory.resolve("other")), full::register)) {
            RunId refused = other.start(full.process(request("")));
            Run run = other.awaitEnd(refused, PATIENCE).orElseThrow();
            assertThat(Fault.reason(Optional.ofNullable(run.condition().ending())))
                    .startsWith("space: volumes take ");
            assertThat(volumes.found()).isEmpty();
            RunId told = other.start(full.process(request("anna: the disk grows tonight")));
            assertThat(other.await(full.process(), told, PATIENCE).activate().active()).isTrue();
            assertThat(other.run(told).origin().request().text()).contains("anna");
        }
    }

    private ProcessRequest request(String override) {
        return new ProcessRequest(
                bucket.toString(), "a.tar", "strict", "", "", 1_000_000, false, override);
    }
}
