package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Signal;
import dev.pawl.engine.store.StoreException;
import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Marker;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.VolumeException.Kind;
import dev.pawl.images.volume.VolumeFaults;
import dev.pawl.images.volume.VolumeFaults.Mishap;
import dev.pawl.images.volume.VolumeFaults.Operation;
import dev.pawl.images.volume.VolumeFaults.Side;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimHost;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What the document says under "Error Handling" of the unpack machine, line by line.
@Timeout(120)
final class UnpackErrorsTest {
    private static final String KEY = "one.tar";
    private static final Mishap PASSING = Mishap.of(Kind.TRANSIENT, "busy");
    private static final Mishap IO = Mishap.io("input/output error");
    private static final long BYTES = 1_000_000;

    @TempDir private Path directory;
    private Bench bench;

    @BeforeEach
    void open() throws IOException {
        bench = Bench.in(directory.resolve("bench"));
        bench.put(KEY, "one");
    }

    @AfterEach
    void close() throws IOException {
        bench.close();
    }

    private void fails(Operation operation, Side side, int times, Mishap mishap) {
        bench.volumes().faults(VolumeFaults.of(operation, side, times, mishap));
    }

    private String aborted() {
        return bench.reason(Bench.UNPACK, RunStatus.ABORTED);
    }

    private String image() {
        return bench.catalog().images().getFirst().imageId();
    }

    private Device device() {
        return bench.catalog().volume(ImageIds.device(image())).orElseThrow().device();
    }

    private String snapshot() {
        return ImageIds.snapshot(image());
    }

    private void assertCompletedAfter(String state, int failures) {
        assertThat(bench.run(Bench.UNPACK).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(bench.walk(Bench.UNPACK))
                .filteredOn(step -> step.equals("ATTEMPT_FAILED " + state))
                .hasSize(failures);
        assertThat(bench.rows("select activation_status from images")).containsExactly("active");
        assertThat(bench.volumes().contents(device().name()).resolve("rootfs/etc/hostname"))
                .hasContent("one");
    }

    /// Nothing is left of the volume, its manifest or its row; the file that was good is.
    private void assertCleanedUp() throws IOException {
        assertThat(bench.volumes().found()).isEmpty();
        assertThat(bench.rows("select count(*) from unpacked_images")).containsExactly("0");
        assertThat(bench.rows("select state from volumes")).containsExactly("failed");
        assertThat(bench.rows("select activation_status from images")).containsExactly("failed");
        assertThat(bench.files()).containsExactly(image() + ".tar");
        assertThat(bench.premises().work()).isEmptyDirectory();
    }

    @Test
    void checkUnpackedIsTriedAgainAfterADatabaseError() {
        bench.deaths().leaveUnanswered(Bench.UNPACK, "check-unpacked", 3);
        bench.process(KEY);
        assertCompletedAfter("check-unpacked", 3);
    }

    @Test
    void checkUnpackedIsTriedAgainWhenTheDeviceCannotBeQueried() {
        bench.process(KEY);
        fails(Operation.PRESENCE, Side.BEFORE, 3, PASSING);
        bench.process(KEY);
        assertCompletedAfter("check-unpacked", 3);
        assertThat(bench.volumes().made()).hasSize(2);
    }

    @Test
    void checkUnpackedRecreatesADeviceThatIsCorrupted() throws Exception {
        bench.process(KEY);
        Device before = device();
        // Something has its place that does not know whose it is.
        bench.volumes().delete(before);
        fails(Operation.CREATE, Side.HALFWAY, 1, IO);
        try {
            bench.volumes().create(before, new Marker(image(), before.id(), "other"));
        } catch (IOException e) {
            assertThat(bench.volumes().marker(before)).isEmpty();
        }
        assertThat(bench.volumes().presence(before)).isEqualTo(Presence.INACTIVE);
        bench.process(KEY);
        assertThat(bench.walk(Bench.UNPACK)).contains("ENTERED extract-layers");
        assertThat(device()).isEqualTo(before);
        assertCompletedAfter("check-unpacked", 0);
    }

    @Test
    void createDeviceAbortsWhenThePoolIsFull() throws Exception {
        bench.volumes().room(0);
        bench.process(KEY);
        assertThat(aborted()).startsWith("space: ").contains("1 bytes too few");
        assertThat(bench.walk(Bench.UNPACK)).doesNotContain("ATTEMPT_FAILED create-device");
        assertCleanedUp();
    }

    @Test
    void createDeviceTakesAnotherNumberWhenItsOwnIsTaken() throws Exception {
        // Two numbers that the table does not know of.
        Device one = foreign(1, "somebody-1");
        Device two = foreign(2, "somebody-2");
        bench.process(KEY);
        assertCompletedAfter("create-device", 1);
        assertThat(device().id()).isEqualTo(3);
        assertThat(bench.rows("select device_id from unpacked_images")).containsExactly("3");
        assertThat(bench.volumes().marker(one)).contains(new Marker("img-x", 1, "x"));
        assertThat(bench.volumes().marker(two)).contains(new Marker("img-x", 2, "x"));
    }

    /// A number may become somebody else's between two requests too: rows follow the new one.
    @Test
    void createDeviceTakesAnotherNumberForADeviceThatWasUnpackedBefore() throws Exception {
        bench.process(KEY);
        Device before = device();
        bench.volumes().delete(before);
        Device theirs = foreign(before.id(), "somebody");
        bench.process(KEY);
        assertThat(device().id()).isNotEqualTo(before.id());
        assertThat(device().name()).isEqualTo(before.name());
        assertThat(bench.rows("select device_id from unpacked_images"))
                .containsExactly(String.valueOf(device().id()));
        assertThat(bench.rows("select origin_device_id from snapshots where active = 1"))
                .containsExactly(String.valueOf(device().id()));
        assertThat(bench.volumes().marker(theirs)).isPresent();
        assertCompletedAfter("create-device", 1);
    }

    @Test
    void createDeviceNeverRemovesWhatSaysThatItIsOfAnotherImage() throws Exception {
        bench.deaths()
                .at(
                        Bench.UNPACK,
                        "create-device",
                        Deaths.Side.ENTERED,
                        () -> foreign(99, device().name()));
        bench.process(KEY);
        assertThat(bench.reason(Bench.UNPACK, RunStatus.EXHAUSTED)).contains("img-x");
        assertThat(bench.volumes().marker(device())).contains(new Marker("img-x", 99, "x"));
        assertThat(bench.rows("select state from volumes")).containsExactly("failed");
    }

    private Device foreign(int id, String name) {
        Device device = new Device(id, name, BYTES);
        try {
            bench.volumes().create(device, new Marker("img-x", id, "x"));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return device;
    }

    @Test
    void createDeviceIsTriedAgainAfterTransientErrors() {
        fails(Operation.CREATE, Side.BEFORE, 3, PASSING);
        bench.process(KEY);
        assertCompletedAfter("create-device", 3);
    }

    @Test
    void createDeviceGivesUpAfterThreeRetries() throws Exception {
        fails(Operation.CREATE, Side.BEFORE, 4, PASSING);
        bench.process(KEY);
        assertThat(bench.reason(Bench.UNPACK, RunStatus.EXHAUSTED)).isEqualTo("busy");
        assertCleanedUp();
    }

    /// I7: the next attempt removes what the one before has made, and nothing else.
    @Test
    void createDeviceRemovesHalfADeviceAndIsTriedAgain() {
        Device other = foreign(7, "somebody");
        fails(Operation.CREATE, Side.HALFWAY, 2, Mishap.io("mkfs failed"));
        bench.process(KEY);
        assertCompletedAfter("create-device", 2);
        String mine = device().name();
        assertThat(bench.volumes().made())
                .containsExactly(other.name(), mine, mine, mine, snapshot());
    }

    @Test
    void createDeviceGoesOnWithADeviceThatWasMadeAlthoughItFailed() {
        fails(Operation.CREATE, Side.AFTER, 1, PASSING);
        bench.process(KEY);
        assertCompletedAfter("create-device", 1);
        assertThat(bench.volumes().made()).containsExactly(device().name(), snapshot());
    }

    @Test
    void extractLayersAbortsOnATarThatWasCorruptedMeanwhile() throws Exception {
        bench.deaths()
                .at(
                        Bench.UNPACK,
                        "extract-layers",
                        Deaths.Side.ENTERED,
                        () -> write(bench.file(image() + ".tar"), "no tar"));
        bench.process(KEY);
        assertThat(aborted()).startsWith("damage: ").contains("was changed since it was checked");
        assertCleanedUp();
        // The next request finds out, and asks for the object again.
        bench.process(KEY);
        assertThat(bench.requests().requests("GET")).isEqualTo(2);
        assertCompletedAfter("extract-layers", 0);
    }

    /// A file that was changed in the moment after its check is looked at with the same rules once
    /// more.
    @Test
    void extractLayersAbortsOnMaliciousContentAndWritesASecurityEvent() throws Exception {
        bench.deaths()
                .at(
                        Bench.DOWNLOAD,
                        "store-metadata",
                        Deaths.Side.ENTERED,
                        () -> forge(bench.file(image() + ".tar")));
        bench.process(KEY);
        assertThat(aborted()).startsWith("policy: ").contains("rootfs/usr/bin/su");
        assertThat(bench.catalog().securityEvents(10))
                .extracting(SecurityEvent::rule)
                .containsExactly("SPECIAL_BITS");
        assertCleanedUp();
    }

    private void forge(Path file) {
        try {
            Files.delete(file);
            Rootfs.in(directory.resolve("evil"), "evil").withSetuid().tar(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void extractLayersAbortsWhenThePoolIsFull() throws Exception {
        bench.deaths()
                .at(
                        Bench.UNPACK,
                        "extract-layers",
                        Deaths.Side.ENTERED,
                        () -> bench.volumes().room(20));
        bench.process(KEY);
        assertThat(aborted()).startsWith("space: ").contains("bytes too few");
        assertThat(bench.walk(Bench.UNPACK)).doesNotContain("ATTEMPT_FAILED extract-layers");
        assertCleanedUp();
    }

    @Test
    void extractLayersAbortsAfterItsTimeoutAndCleansUp() throws Exception {
        bench.volumes()
                .faults((operation, side, _) -> {
                    if (operation == Operation.SYNC && side == Side.BEFORE) waitTooLong();
                });
        bench.process(KEY);
        assertThat(aborted()).contains("longer than its timeout of PT30M");
        assertThat(bench.walk(Bench.UNPACK))
                .containsOnlyOnce("ATTEMPT_TIMED_OUT extract-layers")
                .containsOnlyOnce("ENTERED extract-layers");
        assertThat(bench.volumes().made()).hasSize(1);
        assertCleanedUp();
    }

    private void waitTooLong() throws InterruptedIOException {
        SimHost host = bench.sim().host();
        try {
            assertThat(host.await(new Signal(), host.now().plus(Duration.ofHours(1)))).isFalse();
        } catch (InterruptedException e) {
            throw new InterruptedIOException("stopped after a while");
        }
    }

    @Test
    void extractLayersIsTriedAgainInAnEmptyVolumeAfterIoErrors() {
        fails(Operation.SYNC, Side.BEFORE, 2, IO);
        bench.process(KEY);
        assertCompletedAfter("extract-layers", 2);
        String mine = device().name();
        assertThat(bench.volumes().made()).containsExactly(mine, mine, mine, snapshot());
    }

    @Test
    void extractLayersGivesUpAfterTwoRetriesAndCleansUp() throws Exception {
        fails(Operation.SYNC, Side.BEFORE, 3, IO);
        bench.process(KEY);
        assertThat(bench.reason(Bench.UNPACK, RunStatus.EXHAUSTED)).isEqualTo("input/output error");
        assertCleanedUp();
    }

    /// I4: what has the volume's place and is not the volume is not filled.
    @Test
    void extractLayersDoesNotWorkInAVolumeThatIsNotThere() throws Exception {
        bench.deaths()
                .at(
                        Bench.UNPACK,
                        "extract-layers",
                        Deaths.Side.ENTERED,
                        () -> bench.volumes().reboot());
        bench.process(KEY);
        assertCompletedAfter("extract-layers", 1);
        assertThat(bench.volumes().made()).hasSize(3);
    }

    @Test
    void verifyLayoutAbortsOnAnInvalidLayoutAndCleansUp() throws Exception {
        bench.deaths()
                .at(
                        Bench.UNPACK,
                        "verify-layout",
                        Deaths.Side.ENTERED,
                        () -> rename("rootfs/usr", "rootfs/user"));
        bench.process(KEY);
        assertThat(aborted()).startsWith("policy: ").contains("usr");
        assertThat(bench.catalog().securityEvents(10))
                .extracting(SecurityEvent::rule)
                .containsExactly("MISSING_DIRECTORY");
        assertCleanedUp();
    }

    @Test
    void verifyLayoutIsTriedAgainAfterIoErrors() {
        bench.deaths()
                .at(
                        Bench.UNPACK,
                        "verify-layout",
                        Deaths.Side.ENTERED,
                        () -> fails(Operation.OPEN, Side.BEFORE, 2, IO));
        bench.process(KEY);
        assertCompletedAfter("verify-layout", 2);
        assertThat(bench.volumes().made()).hasSize(2);
    }

    /// Whoever makes the snapshot switches the volume off before.
    @Test
    void updateDbGoesOnWhenTheDeviceCannotBeSwitchedOff() throws Exception {
        fails(Operation.DEACTIVATE, Side.BEFORE, 1, PASSING);
        bench.deaths().in(Bench.UNPACK, "update-db", Deaths.Side.AFTER_LEAVING);
        bench.process(KEY);
        assertThat(bench.run(Bench.UNPACK).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(bench.volumes().presence(device())).isEqualTo(Presence.ACTIVE);
        bench.lives();
        assertThat(bench.volumes().presence(device())).isEqualTo(Presence.INACTIVE);
        assertCompletedAfter("update-db", 0);
    }

    @Test
    void updateDbIsTriedAgainAfterDatabaseErrors() {
        bench.deaths().refuse(Bench.UNPACK, "update-db", 5, StoreException.Kind.REFUSED);
        bench.process(KEY);
        assertCompletedAfter("update-db", 5);
        assertThat(bench.volumes().made()).hasSize(2);
    }

    @Test
    void updateDbGivesUpAfterFiveRetriesAndCleansUp() throws Exception {
        bench.deaths().refuse(Bench.UNPACK, "update-db", 6, StoreException.Kind.REFUSED);
        bench.process(KEY);
        assertThat(bench.reason(Bench.UNPACK, RunStatus.EXHAUSTED)).contains("refuses to leave");
        assertCleanedUp();
    }

    /// The row may be there from before, because a snapshot needs it: it is written over.
    @Test
    void updateDbWritesOverTheRowThatIsThere() throws Exception {
        bench.process(KEY);
        bench.volumes().delete(device());
        bench.process(KEY);
        assertThat(bench.rows("select count(*) from unpacked_images")).containsExactly("1");
        assertThat(bench.rows("select state from volumes")).containsExactly("ready", "ready");
        assertCompletedAfter("update-db", 0);
    }

    private void rename(String from, String to) {
        Path contents = bench.volumes().contents(device().name());
        try {
            Files.move(contents.resolve(from), contents.resolve(to));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// IMG-29: nothing is done on a sick host; the run waits, says why, and goes on by itself.
    @Test
    void createDeviceWaitsWhileTheHostIsSick() {
        bench.volumes().trouble("dmsetup hangs since noon");
        RunId id = bench.start(bench.request(KEY));
        bench.until(Bench.UNPACK, RunStatus.BACKING_OFF);
        RunId waiting = bench.run(Bench.UNPACK).id();
        String why = bench.sim().call(engine -> engine.why(waiting).text());
        assertThat(why).contains("dmsetup hangs since noon");
        assertThat(bench.volumes().found()).isEmpty();
        bench.sim().pass(Duration.ofHours(1));
        assertThat(bench.run(Bench.UNPACK).progress().failures()).isZero();

        bench.volumes().trouble(null);
        bench.settle();
        assertThat(bench.store().run(id).orElseThrow().status()).isEqualTo(RunStatus.COMPLETED);
        assertCompletedAfter("create-device", 0);
    }
}
