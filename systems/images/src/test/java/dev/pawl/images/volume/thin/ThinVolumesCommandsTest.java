package dev.pawl.images.volume.thin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.FoundVolume;
import dev.pawl.images.volume.Marker;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.Space;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.VolumeException.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which programs volumes run, and how they interpret the results.
final class ThinVolumesCommandsTest {
    private static final Device ORIGIN = new Device(7, "thin-a", 64L << 20);
    private static final Device COPY = new Device(8, "snap-a", 64L << 20);
    private static final Marker MARKER = new Marker("img-1", 7, "run-1");
    private static final Marker COPIED = new Marker("img-1", 8, "run-2");

    @TempDir private Path home;
    private final ScriptedKernel kernel = new ScriptedKernel();
    private ThinPool pool;
    private ThinVolumes volumes;

    @BeforeEach
    void open() throws Exception {
        pool = ThinPool.create(home, ThinPoolSettings.files(512L << 20, 8L << 20), kernel);
        volumes = pool.volumes();
        kernel.lines.clear();
    }

    private String point(String name) {
        return home.resolve("mounts").resolve(name).toString();
    }

    private static VolumeException refusal(ThrowingCallable call) {
        return catchThrowableOfType(VolumeException.class, call);
    }

    private String mount(String name) {
        return "mount -t ext4 -o nosuid,nodev,noatime,noinit_itable /dev/mapper/%s %s"
                .formatted(name, point(name));
    }

    private static String activation(Device device) {
        return ("dmsetup create %s --noudevsync --uuid PAWL-pawl-pool-%d --table 0 131072 thin"
                        + " /dev/mapper/pawl-pool %d")
                .formatted(device.name(), device.id(), device.id());
    }

    private static String poolDevices() {
        return "thin_ls --metadata-snap --no-headers --format DEV /dev/loop0";
    }

    @Test
    void aVolumeIsCreatedActivatedFormattedAndMounted() throws Exception {
        volumes.create(ORIGIN, MARKER);
        assertThat(kernel.taken())
                .containsExactly(
                        poolDevices(),
                        "dmsetup message pawl-pool 0 create_thin 7",
                        activation(ORIGIN),
                        "mkfs.ext4 -q -m 0 -E lazy_itable_init=1,lazy_journal_init=1,nodiscard"
                                + " /dev/mapper/thin-a",
                        mount("thin-a"));
        assertThat(volumes.open(ORIGIN)).hasToString(point("thin-a"));
        assertThat(volumes.path(ORIGIN)).hasToString("/dev/mapper/thin-a");
        assertThat(volumes.marker(ORIGIN)).contains(MARKER);
    }

    /// The default of the document: 10 GB are 20971520 sectors.
    @Test
    void aDeviceOfTheDefaultSizeHasTheSectorsOfTheDocument() throws Exception {
        volumes.create(new Device(9, "thin-b", 10_737_418_240L), MARKER);
        assertThat(kernel.taken())
                .contains(
                        "dmsetup create thin-b --noudevsync --uuid PAWL-pawl-pool-9 --table"
                                + " 0 20971520 thin /dev/mapper/pawl-pool 9");
    }

    @Test
    void aSnapshotHasTheSizeOfItsVolumeWhichStaysUnchanged() throws Exception {
        volumes.create(ORIGIN, MARKER);
        volumes.deactivate(ORIGIN);
        kernel.taken();
        volumes.snapshot(ORIGIN, COPY, COPIED);
        assertThat(kernel.taken())
                .containsExactly(
                        poolDevices(),
                        "dmsetup message pawl-pool 0 create_snap 8 7",
                        activation(COPY),
                        mount("snap-a"),
                        "umount " + point("snap-a"),
                        "dmsetup remove --noudevsync snap-a");
        assertThat(volumes.presence(COPY)).isEqualTo(Presence.INACTIVE);
        assertThat(volumes.marker(COPY)).contains(COPIED);
        Device shorter = new Device(9, "snap-b", 100);
        assertThat(refusal(() -> volumes.snapshot(ORIGIN, shorter, COPIED)))
                .hasMessageContaining(
                        "expected snapshot snap-b to have the 67108864 bytes of volume thin-a")
                .extracting(VolumeException::kind)
                .isEqualTo(Kind.FOREIGN);
    }

    @Test
    void anActiveOriginIsSuspendedDuringASnapshotAndAlwaysResumed() throws Exception {
        volumes.create(ORIGIN, MARKER);
        kernel.taken();
        kernel.next(
                "dmsetup message pawl-pool 0 create_snap",
                ScriptedKernel.bad("Input/output error"));
        assertThat(refusal(() -> volumes.snapshot(ORIGIN, COPY, COPIED)).kind())
                .isEqualTo(Kind.TRANSIENT);
        assertThat(kernel.taken())
                .containsExactly(
                        poolDevices(),
                        "dmsetup suspend --noudevsync thin-a",
                        "dmsetup message pawl-pool 0 create_snap 8 7",
                        "dmsetup resume --noudevsync thin-a");
    }

    @Test
    void deactivateAndDeleteAreIdempotent() throws Exception {
        volumes.create(ORIGIN, MARKER);
        kernel.taken();
        volumes.delete(ORIGIN);
        assertThat(kernel.taken())
                .containsExactly(
                        "umount " + point("thin-a"),
                        "dmsetup remove --noudevsync thin-a",
                        "dmsetup message pawl-pool 0 delete 7");
        volumes.deactivate(ORIGIN);
        volumes.delete(ORIGIN);
        assertThat(kernel.taken()).isEmpty();
    }

    @Test
    void anErrorDuringCreateDeletesNothingAndTheVolumeHasNoMarker() throws Exception {
        kernel.next("mkfs.ext4", ScriptedKernel.bad("mkfs.ext4: Input/output error"));
        assertThat(refusal(() -> volumes.create(ORIGIN, MARKER)))
                .hasMessageContaining("'mkfs.ext4 -q")
                .hasMessageContaining("Input/output error");
        assertThat(kernel.taken()).noneMatch(line -> line.contains("delete"));
        assertThat(volumes.presence(ORIGIN)).isEqualTo(Presence.ACTIVE);
        assertThat(volumes.marker(ORIGIN)).isEmpty();
        assertThat(refusal(() -> volumes.open(ORIGIN)).kind()).isEqualTo(Kind.MISSING);
        assertThat(kernel.taken()).noneMatch(line -> line.startsWith("mount"));
        assertThat(refusal(() -> volumes.create(ORIGIN, MARKER)).kind()).isEqualTo(Kind.TAKEN);
        volumes.delete(ORIGIN);
        volumes.create(ORIGIN, MARKER);
        assertThat(volumes.marker(ORIGIN)).contains(MARKER);
    }

    @Test
    void aForeignNumberIsTakenAndStays() throws Exception {
        kernel.numbers.put(7, 0);
        assertThat(volumes.presence(ORIGIN)).isEqualTo(Presence.ABSENT);
        assertThat(volumes.marker(ORIGIN)).isEmpty();
        assertThat(refusal(() -> volumes.create(ORIGIN, MARKER)))
                .hasMessageContaining("the number is taken");
        volumes.delete(ORIGIN);
        assertThat(kernel.numbers).containsKey(7);
        assertThat(volumes.found()).containsExactly(new FoundVolume(7, ""));
        volumes.discard(new FoundVolume(7, ""));
        assertThat(volumes.found()).isEmpty();
    }

    @Test
    void aNumberThatIsTakenConcurrentlyIsReported() throws Exception {
        kernel.next(
                "dmsetup message pawl-pool 0 create_thin",
                ScriptedKernel.bad(ScriptedKernel.EXISTS));
        assertThat(refusal(() -> volumes.create(ORIGIN, MARKER)).kind()).isEqualTo(Kind.TAKEN);
        assertThat(kernel.numbers).isEmpty();
    }

    @Test
    void aForeignNameIsTakenAndStays() throws Exception {
        kernel.have("thin-a", 99, "PAWL-pawl-pool-99");
        assertThat(refusal(() -> volumes.create(ORIGIN, MARKER)))
                .hasMessageContaining("the name is taken");
        assertThat(refusal(() -> volumes.open(ORIGIN)))
                .hasMessageContaining(
                        "to be number 7 of pool pawl-pool, found thin-a as number 99");
        volumes.delete(ORIGIN);
        assertThat(kernel.taken()).noneMatch(line -> line.contains("remove"));
    }

    @Test
    void aBusyDeviceIsRetried() throws Exception {
        volumes.create(ORIGIN, MARKER);
        ProgramResult busy = ScriptedKernel.bad("remove ioctl on thin-a  " + ScriptedKernel.BUSY);
        kernel.next("dmsetup remove", busy, busy);
        volumes.deactivate(ORIGIN);
        assertThat(kernel.pauses).hasSize(2);
        volumes.activate(ORIGIN);
        kernel.next("dmsetup remove", busy, busy, busy, busy, busy);
        assertThat(refusal(() -> volumes.deactivate(ORIGIN)).kind()).isEqualTo(Kind.TRANSIENT);
        volumes.deactivate(ORIGIN);
        assertThat(volumes.presence(ORIGIN)).isEqualTo(Presence.INACTIVE);
    }

    @Test
    void aVolumeThatIsMountedElsewhereStaysActive() throws Exception {
        volumes.create(ORIGIN, MARKER);
        kernel.mount(Path.of("/srv/box"), "253:1");
        kernel.taken();
        assertThat(refusal(() -> volumes.deactivate(ORIGIN)))
                .hasMessageContaining("found it at /srv/box");
        assertThat(kernel.taken()).isEmpty();
    }

    @Test
    void afterARestartAVolumeIsActivatedAndMountedAgain() throws Exception {
        volumes.create(ORIGIN, MARKER);
        volumes.deactivate(ORIGIN);
        kernel.taken();
        assertThat(volumes.open(ORIGIN)).hasToString(point("thin-a"));
        assertThat(kernel.taken()).containsExactly(activation(ORIGIN), mount("thin-a"));
        kernel.unmountAll();
        volumes.open(ORIGIN);
        assertThat(kernel.taken()).containsExactly(mount("thin-a"));
    }

    @Test
    void anotherDeviceInItsPlaceIsRefused() throws Exception {
        volumes.create(ORIGIN, MARKER);
        kernel.mount(Path.of(point("thin-a")), "8:1");
        assertThat(refusal(() -> volumes.open(ORIGIN)))
                .hasMessageContaining("found / of device 8:1")
                .extracting(VolumeException::kind)
                .isEqualTo(Kind.FOREIGN);
        assertThat(refusal(() -> volumes.sync(ORIGIN)).kind()).isEqualTo(Kind.FOREIGN);
    }

    @Test
    void aMountOfALongerNameIsAnother() throws Exception {
        volumes.create(ORIGIN, MARKER);
        kernel.unmountAll();
        kernel.mount(Path.of(point("thin-ab")), "253:1");
        assertThat(refusal(() -> volumes.sync(ORIGIN)))
                .hasMessageContaining(
                        "expected volume thin-a, number 7 of pool pawl-pool, to be mounted");
    }

    @Test
    void theRemainsOfACrashedProcessAreRepaired() throws Exception {
        volumes.create(ORIGIN, MARKER);
        kernel.suspend("thin-a");
        kernel.taken();
        volumes.open(ORIGIN);
        assertThat(kernel.taken()).containsExactly("dmsetup resume --noudevsync thin-a");
        volumes.deactivate(ORIGIN);
        kernel.have("thin-a", 0, "PAWL-pawl-pool-7");
        kernel.taken();
        assertThat(volumes.presence(ORIGIN)).isEqualTo(Presence.INACTIVE);
        volumes.open(ORIGIN);
        assertThat(kernel.taken())
                .containsExactly(
                        poolDevices(),
                        "dmsetup remove --noudevsync thin-a",
                        activation(ORIGIN),
                        mount("thin-a"));
    }

    @Test
    void aStaleMetadataSnapshotIsReleasedAndOursAlwaysIs() throws Exception {
        assertThat(kernel.run(message("reserve_metadata_snap")).isGood()).isTrue();
        assertThat(volumes.found()).isEmpty();
        assertThat(kernel.isReserved()).isFalse();
        kernel.next("thin_ls", ScriptedKernel.bad("bad checksum"));
        assertThat(refusal(() -> volumes.found())).hasMessageContaining("bad checksum");
        assertThat(kernel.isReserved()).isFalse();
    }

    private static ProgramCall message(String words) {
        return new ProgramCall(Tool.DMSETUP, List.of("message", "pawl-pool", "0", words));
    }

    @Test
    void aFullPoolIsReportedHoweverItFails() throws Exception {
        kernel.status(
                "0 1048576 thin-pool 0 457/4096 8192/8192 - out_of_data_space no_discard_passdown");
        kernel.next("mkfs.ext4", ScriptedKernel.bad("Input/output error while writing out"));
        assertThat(refusal(() -> volumes.create(ORIGIN, MARKER)))
                .hasMessageContaining("pool pawl-pool is full")
                .extracting(VolumeException::kind)
                .isEqualTo(Kind.NO_SPACE);
        // A full pool is not unhealthy.
        assertThat(volumes.problem()).isEmpty();
    }

    @Test
    void fullMetadataIsNoSpace() throws Exception {
        kernel.next(
                "dmsetup message pawl-pool 0 create_thin",
                ScriptedKernel.bad("message ioctl on pawl-pool  failed: No space left on device"));
        assertThat(refusal(() -> volumes.create(ORIGIN, MARKER)).kind()).isEqualTo(Kind.NO_SPACE);
        Device tiny = new Device(7, "thin-a", 1000);
        assertThat(refusal(() -> volumes.create(tiny, MARKER)))
                .hasMessageContaining("at least 16777216 bytes, found 1000");
    }

    @Test
    void spaceIsCountedInBlocksOfThePool() throws Exception {
        assertThat(volumes.space())
                .isEqualTo(new Space(8192L * 65536, 20L * 65536, 2048L * 4096, 10L * 4096));
        assertThat(volumes.problem()).isEmpty();
    }

    @Test
    void aProgramThatTakesTooLongIsTransient() throws Exception {
        kernel.next("mkfs.ext4", ScriptedKernel.ended(ProgramResult.Ending.KILLED));
        assertThat(refusal(() -> volumes.create(ORIGIN, MARKER)))
                .hasMessageContaining("to take at most PT5M; it was killed after PT40S")
                .extracting(VolumeException::kind)
                .isEqualTo(Kind.TRANSIENT);
        assertThat(volumes.problem()).isEmpty();
    }

    @Test
    void aStuckProgramStopsAllWorkUntilAnOperatorClearsIt() throws Exception {
        kernel.next("mkfs.ext4", ScriptedKernel.ended(ProgramResult.Ending.STUCK));
        assertThat(refusal(() -> volumes.create(ORIGIN, MARKER)))
                .hasMessageContaining("it cannot be killed")
                .extracting(VolumeException::kind)
                .isEqualTo(Kind.UNHEALTHY);
        kernel.taken();
        assertThat(volumes.problem().orElseThrow()).contains("'mkfs.ext4 -q").contains("is stuck");
        assertThat(refusal(() -> volumes.delete(ORIGIN)).kind()).isEqualTo(Kind.UNHEALTHY);
        assertThat(refusal(() -> ThinPool.open(home, kernel)))
                .hasMessageContaining("run `pawl images pool clear`: 'mkfs.ext4 -q")
                .extracting(VolumeException::kind)
                .isEqualTo(Kind.UNHEALTHY);
        assertThat(kernel.taken()).isEmpty();
        ThinPool.clearProblem(home);
        assertThat(volumes.problem()).isEmpty();
        volumes.delete(ORIGIN);
        assertThat(Files.exists(Path.of(point("thin-a")))).isFalse();
    }
}
