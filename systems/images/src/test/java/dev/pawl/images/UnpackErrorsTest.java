package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Signal;
import dev.pawl.engine.store.StoreException;
import dev.pawl.images.table.SecurityEvent;
import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Marker;
import dev.pawl.images.volume.Presence;
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
import org.junit.jupiter.api.Test;

/// The section "Error Handling" of the document for the unpack machine, line by line.
final class UnpackErrorsTest extends VolumeStepTrial {
    private static final Mishap IO = Mishap.io("input/output error");

    private String aborted() {
        return fixture.reason(ImagesFixture.UNPACK, RunStatus.ABORTED);
    }

    private void assertCompletedAfter(String state, int failures) {
        assertThat(fixture.run(ImagesFixture.UNPACK).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(fixture.walk(ImagesFixture.UNPACK))
                .filteredOn(step -> step.equals("ATTEMPT_FAILED " + state))
                .hasSize(failures);
        assertThat(fixture.rows("select activation_status from images")).containsExactly("active");
        assertThat(fixture.volumes().contents(origin().name()).resolve("rootfs/etc/hostname"))
                .hasContent("one");
    }

    /// Nothing is left of the volume, its manifest or its row; the good file stays.
    private void assertCleanedUp() throws IOException {
        assertThat(fixture.volumes().found()).isEmpty();
        assertThat(fixture.rows("select count(*) from unpacked_images")).containsExactly("0");
        assertThat(fixture.rows("select state from volumes")).containsExactly("failed");
        assertThat(fixture.rows("select activation_status from images")).containsExactly("failed");
        assertThat(fixture.files()).containsExactly(image() + ".tar");
        assertThat(fixture.context().work()).isEmptyDirectory();
    }

    @Test
    void checkUnpackedIsTriedAgainAfterADatabaseError() {
        fixture.deaths().leaveUnanswered(ImagesFixture.UNPACK, "check-unpacked", 3);
        fixture.process(KEY);
        assertCompletedAfter("check-unpacked", 3);
    }

    @Test
    void checkUnpackedIsTriedAgainWhenTheDeviceCannotBeQueried() {
        fixture.process(KEY);
        fails(Operation.PRESENCE, Side.BEFORE, 3, PASSING);
        fixture.process(KEY);
        assertCompletedAfter("check-unpacked", 3);
        assertThat(fixture.volumes().made()).hasSize(2);
    }

    @Test
    void checkUnpackedRecreatesADeviceThatIsCorrupted() throws Exception {
        fixture.process(KEY);
        Device before = origin();
        // A volume without a marker is in its place.
        fixture.volumes().delete(before);
        fails(Operation.CREATE, Side.HALFWAY, 1, IO);
        try {
            fixture.volumes().create(before, new Marker(image(), before.id(), "other"));
        } catch (IOException e) {
            assertThat(fixture.volumes().marker(before)).isEmpty();
        }
        assertThat(fixture.volumes().presence(before)).isEqualTo(Presence.INACTIVE);
        fixture.process(KEY);
        assertThat(fixture.walk(ImagesFixture.UNPACK)).contains("ENTERED extract-layers");
        assertThat(origin()).isEqualTo(before);
        assertCompletedAfter("check-unpacked", 0);
    }

    @Test
    void createDeviceAbortsWhenThePoolIsFull() throws Exception {
        fixture.volumes().room(0);
        fixture.process(KEY);
        assertThat(aborted()).startsWith("space: ").contains("1 bytes too few");
        assertThat(fixture.walk(ImagesFixture.UNPACK))
                .doesNotContain("ATTEMPT_FAILED create-device");
        assertCleanedUp();
    }

    @Test
    void createDeviceTakesAnotherNumberWhenItsOwnIsTaken() throws Exception {
        // Two numbers that are not in the table.
        Device one = foreign(1, "stranger-1");
        Device two = foreign(2, "stranger-2");
        fixture.process(KEY);
        assertCompletedAfter("create-device", 1);
        assertThat(origin().id()).isEqualTo(3);
        assertThat(fixture.rows("select device_id from unpacked_images")).containsExactly("3");
        assertThat(fixture.volumes().marker(one)).contains(new Marker("img-x", 1, "x"));
        assertThat(fixture.volumes().marker(two)).contains(new Marker("img-x", 2, "x"));
    }

    /// A number may become foreign between two requests: rows follow the new number.
    @Test
    void createDeviceTakesAnotherNumberForADeviceThatWasUnpackedBefore() throws Exception {
        fixture.process(KEY);
        Device before = origin();
        fixture.volumes().delete(before);
        Device theirs = foreign(before.id(), "stranger");
        fixture.process(KEY);
        assertThat(origin().id()).isNotEqualTo(before.id());
        assertThat(origin().name()).isEqualTo(before.name());
        assertThat(fixture.rows("select device_id from unpacked_images"))
                .containsExactly(String.valueOf(origin().id()));
        assertThat(fixture.rows("select origin_device_id from snapshots where active = 1"))
                .containsExactly(String.valueOf(origin().id()));
        assertThat(fixture.volumes().marker(theirs)).isPresent();
        assertCompletedAfter("create-device", 1);
    }

    @Test
    void createDeviceNeverDeletesAVolumeOfAnotherImage() throws Exception {
        fixture.deaths()
                .at(
                        ImagesFixture.UNPACK,
                        "create-device",
                        CrashPoints.Side.ENTERED,
                        () -> foreign(99, origin().name()));
        fixture.process(KEY);
        assertThat(fixture.reason(ImagesFixture.UNPACK, RunStatus.EXHAUSTED)).contains("img-x");
        assertThat(fixture.volumes().marker(origin())).contains(new Marker("img-x", 99, "x"));
        assertThat(fixture.rows("select state from volumes")).containsExactly("failed");
    }

    @Test
    void createDeviceIsTriedAgainAfterTransientErrors() {
        fails(Operation.CREATE, Side.BEFORE, 3, PASSING);
        fixture.process(KEY);
        assertCompletedAfter("create-device", 3);
    }

    @Test
    void createDeviceGivesUpAfterThreeRetries() throws Exception {
        fails(Operation.CREATE, Side.BEFORE, 4, PASSING);
        fixture.process(KEY);
        assertThat(fixture.reason(ImagesFixture.UNPACK, RunStatus.EXHAUSTED)).isEqualTo("busy");
        assertCleanedUp();
    }

    /// I7: the next attempt deletes what the previous one created, and nothing else.
    @Test
    void createDeviceDeletesAPartialDeviceAndIsRetried() {
        Device other = foreign(7, "stranger");
        fails(Operation.CREATE, Side.HALFWAY, 2, Mishap.io("mkfs failed"));
        fixture.process(KEY);
        assertCompletedAfter("create-device", 2);
        String mine = origin().name();
        assertThat(fixture.volumes().made())
                .containsExactly(other.name(), mine, mine, mine, snapshotName());
    }

    @Test
    void createDeviceKeepsADeviceThatExistsAlthoughItsCreationFailed() {
        fails(Operation.CREATE, Side.AFTER, 1, PASSING);
        fixture.process(KEY);
        assertCompletedAfter("create-device", 1);
        assertThat(fixture.volumes().made()).containsExactly(origin().name(), snapshotName());
    }

    @Test
    void extractLayersAbortsOnATarThatWasCorruptedMeanwhile() throws Exception {
        fixture.deaths()
                .at(
                        ImagesFixture.UNPACK,
                        "extract-layers",
                        CrashPoints.Side.ENTERED,
                        () -> write(fixture.file(image() + ".tar"), "no tar"));
        fixture.process(KEY);
        assertThat(aborted())
                .startsWith("damage: ")
                .contains("missing or changed since it was checked");
        assertCleanedUp();
        // The next request detects it, and downloads the object again.
        fixture.process(KEY);
        assertThat(fixture.requests().requests("GET")).isEqualTo(2);
        assertCompletedAfter("extract-layers", 0);
    }

    /// A file that changed right after its check is checked again by the same rules.
    @Test
    void extractLayersAbortsOnMaliciousContentAndWritesASecurityEvent() throws Exception {
        fixture.deaths()
                .at(
                        ImagesFixture.DOWNLOAD,
                        "store-metadata",
                        CrashPoints.Side.ENTERED,
                        () -> forge(fixture.file(image() + ".tar")));
        fixture.process(KEY);
        assertThat(aborted()).startsWith("policy: ").contains("rootfs/usr/bin/su");
        assertThat(fixture.catalog().securityEvents(10))
                .extracting(SecurityEvent::rule)
                .containsExactly("SPECIAL_BITS");
        assertCleanedUp();
    }

    private void forge(Path file) {
        try {
            Files.delete(file);
            SampleRootfs.in(directory.resolve("evil"), "evil").withSetuid().tar(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void extractLayersAbortsWhenThePoolIsFull() throws Exception {
        fixture.deaths()
                .at(
                        ImagesFixture.UNPACK,
                        "extract-layers",
                        CrashPoints.Side.ENTERED,
                        () -> fixture.volumes().room(20));
        fixture.process(KEY);
        assertThat(aborted()).startsWith("space: ").contains("bytes too few");
        assertThat(fixture.walk(ImagesFixture.UNPACK))
                .doesNotContain("ATTEMPT_FAILED extract-layers");
        assertCleanedUp();
    }

    @Test
    void extractLayersAbortsAfterItsTimeoutAndCleansUp() throws Exception {
        fixture.volumes()
                .faults((operation, side, _) -> {
                    if (operation == Operation.SYNC && side == Side.BEFORE) waitTooLong();
                });
        fixture.process(KEY);
        assertThat(aborted()).contains("longer than its timeout of PT30M");
        assertThat(fixture.walk(ImagesFixture.UNPACK))
                .containsOnlyOnce("ATTEMPT_TIMED_OUT extract-layers")
                .containsOnlyOnce("ENTERED extract-layers");
        assertThat(fixture.volumes().made()).hasSize(1);
        assertCleanedUp();
    }

    private void waitTooLong() throws InterruptedIOException {
        SimHost host = fixture.sim().host();
        try {
            assertThat(host.await(new Signal(), host.now().plus(Duration.ofHours(1)))).isFalse();
        } catch (InterruptedException e) {
            throw new InterruptedIOException("stopped after a while");
        }
    }

    @Test
    void extractLayersIsTriedAgainInAnEmptyVolumeAfterIoErrors() {
        fails(Operation.SYNC, Side.BEFORE, 2, IO);
        fixture.process(KEY);
        assertCompletedAfter("extract-layers", 2);
        String mine = origin().name();
        assertThat(fixture.volumes().made()).containsExactly(mine, mine, mine, snapshotName());
    }

    @Test
    void extractLayersGivesUpAfterTwoRetriesAndCleansUp() throws Exception {
        fails(Operation.SYNC, Side.BEFORE, 3, IO);
        fixture.process(KEY);
        assertThat(fixture.reason(ImagesFixture.UNPACK, RunStatus.EXHAUSTED))
                .isEqualTo("input/output error");
        assertCleanedUp();
    }

    /// I4: a directory in place of the volume is not filled.
    @Test
    void extractLayersDoesNotWorkWithoutItsVolume() throws Exception {
        fixture.deaths()
                .at(
                        ImagesFixture.UNPACK,
                        "extract-layers",
                        CrashPoints.Side.ENTERED,
                        () -> fixture.volumes().reboot());
        fixture.process(KEY);
        assertCompletedAfter("extract-layers", 1);
        assertThat(fixture.volumes().made()).hasSize(3);
    }

    @Test
    void verifyLayoutAbortsOnAnInvalidLayoutAndCleansUp() throws Exception {
        fixture.deaths()
                .at(
                        ImagesFixture.UNPACK,
                        "verify-layout",
                        CrashPoints.Side.ENTERED,
                        () -> rename("rootfs/usr", "rootfs/user"));
        fixture.process(KEY);
        assertThat(aborted()).startsWith("policy: ").contains("usr");
        assertThat(fixture.catalog().securityEvents(10))
                .extracting(SecurityEvent::rule)
                .containsExactly("MISSING_DIRECTORY");
        assertCleanedUp();
    }

    @Test
    void verifyLayoutIsTriedAgainAfterIoErrors() {
        fixture.deaths()
                .at(
                        ImagesFixture.UNPACK,
                        "verify-layout",
                        CrashPoints.Side.ENTERED,
                        () -> fails(Operation.OPEN, Side.BEFORE, 2, IO));
        fixture.process(KEY);
        assertCompletedAfter("verify-layout", 2);
        assertThat(fixture.volumes().made()).hasSize(2);
    }

    /// The activate machine deactivates the volume before it takes a snapshot.
    @Test
    void updateDbContinuesWhenTheDeviceCannotBeDeactivated() throws Exception {
        fails(Operation.DEACTIVATE, Side.BEFORE, 1, PASSING);
        fixture.deaths().in(ImagesFixture.UNPACK, "update-db", CrashPoints.Side.AFTER_LEAVING);
        fixture.process(KEY);
        assertThat(fixture.run(ImagesFixture.UNPACK).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(fixture.volumes().presence(origin())).isEqualTo(Presence.ACTIVE);
        fixture.restart();
        assertThat(fixture.volumes().presence(origin())).isEqualTo(Presence.INACTIVE);
        assertCompletedAfter("update-db", 0);
    }

    @Test
    void updateDbIsTriedAgainAfterDatabaseErrors() {
        fixture.deaths().refuse(ImagesFixture.UNPACK, "update-db", 5, StoreException.Kind.REFUSED);
        fixture.process(KEY);
        assertCompletedAfter("update-db", 5);
        assertThat(fixture.volumes().made()).hasSize(2);
    }

    @Test
    void updateDbGivesUpAfterFiveRetriesAndCleansUp() throws Exception {
        fixture.deaths().refuse(ImagesFixture.UNPACK, "update-db", 6, StoreException.Kind.REFUSED);
        fixture.process(KEY);
        assertThat(fixture.reason(ImagesFixture.UNPACK, RunStatus.EXHAUSTED))
                .contains("refuses to leave");
        assertCleanedUp();
    }

    /// The row may exist from before, because a snapshot needs it: it is overwritten.
    @Test
    void updateDbOverwritesAnExistingRow() throws Exception {
        fixture.process(KEY);
        fixture.volumes().delete(origin());
        fixture.process(KEY);
        assertThat(fixture.rows("select count(*) from unpacked_images")).containsExactly("1");
        assertThat(fixture.rows("select state from volumes")).containsExactly("ready", "ready");
        assertCompletedAfter("update-db", 0);
    }

    private void rename(String from, String to) {
        Path contents = fixture.volumes().contents(origin().name());
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

    /// IMG-29: nothing is done in an unhealthy storage; the run waits, reports why, and resumes by
    /// itself.
    @Test
    void createDeviceWaitsWhileTheStorageIsUnhealthy() {
        fixture.volumes().problem("dmsetup hangs since noon");
        RunId id = fixture.start(fixture.request(KEY));
        fixture.until(ImagesFixture.UNPACK, RunStatus.BACKING_OFF);
        RunId waiting = fixture.run(ImagesFixture.UNPACK).id();
        String why = fixture.sim().call(engine -> engine.why(waiting).text());
        assertThat(why).contains("dmsetup hangs since noon");
        assertThat(fixture.volumes().found()).isEmpty();
        fixture.sim().pass(Duration.ofHours(1));
        assertThat(fixture.run(ImagesFixture.UNPACK).progress().failures()).isZero();

        fixture.volumes().problem(null);
        fixture.settle();
        assertThat(fixture.store().run(id).orElseThrow().status()).isEqualTo(RunStatus.COMPLETED);
        assertCompletedAfter("create-device", 0);
    }
}
