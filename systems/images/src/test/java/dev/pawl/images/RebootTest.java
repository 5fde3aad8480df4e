package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.engine.Engine;
import dev.pawl.images.request.ProcessRequest;
import dev.pawl.images.request.ProcessResponse;
import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.FoundVolume;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.thin.RealPools;
import dev.pawl.images.volume.thin.ThinPool;
import dev.pawl.images.volume.thin.ThinPoolSettings;
import dev.pawl.images.volume.thin.ThinVolumes;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A virtual machine that loses power while it unpacks an image, and boots again on the same disks.
/// `systems/images/vm-test` chooses the boot with `-Dpawl.boot`.
final class RebootTest {
    private static final String KEY = "many.tar";
    private static final long BYTES = 256L << 20;
    private static final Path DATA = Path.of("/dev/vda");
    private static final Path METADATA = Path.of("/dev/vdb");

    /// The directory on the third disk.
    private static final Path STATE = Path.of("/home/state");

    private static final int FILES = 4000;

    /// After this many files the power may fail: most files are still to come.
    private static final int STARTED = 400;

    @BeforeEach
    void runsInAVirtualMachine() {
        RealPools.assumed();
        assumeTrue(
                System.getProperty("pawl.boot") != null,
                "only a machine that is started twice can run this; systems/images/vm-test does");
    }

    @Test
    void thePowerFailsWhileAnImageIsUnpacked() throws Exception {
        assumeTrue("first".equals(System.getProperty("pawl.boot")), "this is the second boot");
        Path bucket = Files.createDirectories(STATE.resolve("bucket"));
        tree().tar(bucket.resolve(KEY));
        ThinPool pool =
                ThinPool.create(STATE.resolve("pool"), ThinPoolSettings.devices(DATA, METADATA));
        Images images = images(pool);
        try (Engine engine = engine(images)) {
            engine.start(images.process(request()));
            long there = unpacked();
            while (there < STARTED) {
                LockSupport.parkNanos(50_000_000);
                there = unpacked();
            }
            assertThat(there).isLessThan(FILES);
            Path signal = Path.of(System.getProperty("pawl.signal"));
            Files.writeString(signal, "%d of %d files were there".formatted(there, FILES));
            // The power fails now.
            while (Files.exists(signal)) LockSupport.parkNanos(50_000_000);
        }
    }

    @Test
    void theRunResumesAfterTheRebootAndEndsAsUsual() throws Exception {
        assumeTrue("second".equals(System.getProperty("pawl.boot")), "this is the first boot");
        ThinPool pool = ThinPool.open(STATE.resolve("pool"));
        assertThat(pool.volumes().found()).extracting(FoundVolume::id).hasSize(1);
        Images images = images(pool);
        ProcessResponse made;
        try (Engine engine = engine(images)) {
            List<String> cut = engine.query("select state from volumes", row -> row.text(1));
            assertThat(cut).containsExactly("creating");
            RunId same = engine.start(images.process(request()));
            made = engine.await(images.process(), same, Duration.ofMinutes(10));
        }
        assertThat(made.unpack().fileCount()).isEqualTo(FILES + 2);
        assertThat(made.activate().devicePath())
                .isEqualTo("/dev/mapper/" + made.activate().snapshotName());
        check(pool.volumes(), made);
        pool.close();
        assertThat(Path.of(made.activate().devicePath())).doesNotExist();
    }

    private static void check(ThinVolumes volumes, ProcessResponse made) throws Exception {
        Device origin = new Device(made.unpack().deviceId(), made.unpack().deviceName(), BYTES);
        Device snapshot =
                new Device(made.activate().snapshotId(), made.activate().snapshotName(), BYTES);
        assertThat(volumes.presence(origin)).isEqualTo(Presence.INACTIVE);
        assertThat(volumes.presence(snapshot)).isEqualTo(Presence.ACTIVE);
        assertThat(volumes.found())
                .containsExactlyInAnyOrder(
                        new FoundVolume(origin.id(), origin.name()),
                        new FoundVolume(snapshot.id(), snapshot.name()));
        Path root = volumes.open(snapshot).resolve("rootfs");
        assertThat(root.resolve("etc/hostname")).hasContent("one");
        for (int i = 0; i < FILES; i++) {
            assertThat(Files.readString(root.resolve(name(i)))).isEqualTo(content(i));
        }
        assertThat(volumes.problem()).isEmpty();
    }

    private static Images images(ThinPool pool) throws IOException {
        return Images.in(STATE.resolve("home"), o -> o.volumes(pool.volumes()));
    }

    private static Engine engine(Images images) {
        return Engine.open(SqliteStore.open(STATE.resolve("store")), images::register);
    }

    private static ProcessRequest request() {
        return ProcessRequest.of(STATE.resolve("bucket").toString(), KEY).deviceSize(BYTES);
    }

    private static SampleRootfs tree() throws IOException {
        Path tree = Files.createTempDirectory("tree");
        SampleRootfs rootfs = SampleRootfs.in(tree, "one");
        Files.createDirectories(tree.resolve("rootfs/var/many"));
        for (int i = 0; i < FILES; i++) {
            Files.writeString(tree.resolve("rootfs").resolve(name(i)), content(i));
        }
        return rootfs;
    }

    private static String name(int number) {
        return "var/many/file-" + number;
    }

    private static String content(int number) {
        return "content of %d ".formatted(number).repeat(200);
    }

    /// Returns how many files the only volume has.
    private static long unpacked() throws IOException {
        try (Stream<Path> mounts = Files.list(STATE.resolve("pool/mounts"))) {
            Path many = mounts.findFirst().orElse(STATE).resolve("rootfs/var/many");
            if (!Files.isDirectory(many)) return 0;
            try (Stream<Path> files = Files.list(many)) {
                return files.count();
            }
        }
    }
}
