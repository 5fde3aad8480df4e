package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.images.request.ProcessResponse;
import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.VolumeFaults.Operation;
import dev.pawl.images.volume.VolumeFaults.Side;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

/// The recovery scenarios of the document for the unpack machine, in its order.
final class UnpackScenarioTest extends VolumeStepTrial {
    private static final String UNPACKED = "select count(*) from unpacked_images";
    private static final String STAGE = "select state from volumes where device_name like 'thin-%'";

    private Path hostname() {
        return fixture.volumes().contents(origin().name()).resolve("rootfs/etc/hostname");
    }

    private void assertUnpacked() throws Exception {
        assertThat(fixture.run(ImagesFixture.UNPACK).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(fixture.rows(UNPACKED)).containsExactly("1");
        assertThat(fixture.rows(STAGE)).containsExactly("ready");
        assertThat(hostname()).hasContent("one");
        assertThat(fixture.volumes().presence(origin())).isEqualTo(Presence.INACTIVE);
        assertThat(fixture.rows("select activation_status from images")).containsExactly("active");
    }

    @Test
    void scenario1ACrashDuringCreateDeviceDeletesThePartialDeviceAndRecreatesIt() throws Exception {
        diesAt(Operation.CREATE, Side.HALFWAY, () -> {});
        fixture.process(KEY);
        assertThat(fixture.rows(UNPACKED)).containsExactly("0");
        assertThat(fixture.rows(STAGE)).containsExactly("planned");
        Device before = origin();
        assertThat(fixture.volumes().presence(before)).isEqualTo(Presence.INACTIVE);
        assertThat(fixture.volumes().marker(before)).isEmpty();

        fixture.restart();
        assertThat(fixture.walk(ImagesFixture.UNPACK))
                .containsExactly(
                        "STARTED check-unpacked",
                        "ENTERED create-device",
                        "RECOVERED create-device",
                        "ENTERED extract-layers",
                        "ENTERED verify-layout",
                        "ENTERED update-db");
        // The number is not the document's hash: the table assigned it before.
        assertThat(origin()).isEqualTo(before);
        assertThat(fixture.volumes().made())
                .containsExactly(before.name(), before.name(), snapshotName());
        assertUnpacked();
    }

    /// I7: a retry finds the device that its own run created, and keeps it.
    @Test
    void scenario1ADeviceThatWasCompleteAtTheCrashIsKept() throws Exception {
        diesAt(Operation.CREATE, Side.AFTER, () -> {});
        fixture.process(KEY);
        assertThat(fixture.rows(STAGE)).containsExactly("planned");
        assertThat(fixture.volumes().marker(origin())).isPresent();

        fixture.restart();
        assertThat(fixture.walk(ImagesFixture.UNPACK))
                .contains("RECOVERED create-device")
                .containsOnlyOnce("ENTERED create-device");
        assertThat(fixture.volumes().made()).containsExactly(origin().name(), snapshotName());
        assertUnpacked();
    }

    @Test
    void scenario2ACrashDuringExtractionDeletesTheDeviceAndStartsOver() throws Exception {
        // Files that were not synced may be lost, and it is unknown which.
        diesAt(Operation.SYNC, Side.BEFORE, () -> delete(hostname()));
        fixture.process(KEY);
        assertThat(fixture.rows(UNPACKED)).containsExactly("0");
        assertThat(fixture.rows(STAGE)).containsExactly("creating");
        assertThat(fixture.volumes().presence(origin())).isEqualTo(Presence.ACTIVE);
        assertThat(hostname().resolveSibling("../usr/bin/tool")).exists();

        fixture.restart();
        assertThat(fixture.walk(ImagesFixture.UNPACK))
                .containsExactly(
                        "STARTED check-unpacked",
                        "ENTERED create-device",
                        "ENTERED extract-layers",
                        "RECOVERED extract-layers",
                        "ENTERED create-device",
                        "ENTERED extract-layers",
                        "ENTERED verify-layout",
                        "ENTERED update-db");
        assertThat(fixture.volumes().made())
                .containsExactly(origin().name(), origin().name(), snapshotName());
        assertUnpacked();
    }

    /// I4: after a reboot the volume is not mounted. It is activated again and its marker is
    /// checked before it is read.
    @Test
    void scenario3ACrashBeforeVerifyLayoutVerifiesWhatWasExtracted() throws Exception {
        fixture.deaths().in(ImagesFixture.UNPACK, "verify-layout", CrashPoints.Side.ENTERED);
        fixture.process(KEY);
        assertThat(fixture.rows(UNPACKED)).containsExactly("0");
        assertThat(hostname()).hasContent("one");
        Object inode = inode(hostname());
        fixture.volumes().reboot();

        fixture.restart();
        assertThat(fixture.walk(ImagesFixture.UNPACK))
                .endsWith("ENTERED verify-layout", "RECOVERED verify-layout", "ENTERED update-db")
                .containsOnlyOnce("ENTERED extract-layers");
        assertThat(inode(hostname())).isEqualTo(inode);
        assertThat(fixture.volumes().made()).containsExactly(origin().name(), snapshotName());
        assertUnpacked();
    }

    @Test
    void scenario3ALayoutThatIsInvalidAfterTheCrashDeletesTheDeviceAndAborts() throws Exception {
        fixture.deaths().in(ImagesFixture.UNPACK, "verify-layout", CrashPoints.Side.ENTERED);
        fixture.process(KEY);
        Files.setPosixFilePermissions(
                hostname().getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));

        fixture.restart();
        assertThat(fixture.run(ImagesFixture.UNPACK).status()).isEqualTo(RunStatus.ABORTED);
        assertThat(fixture.volumes().found()).isEmpty();
        assertThat(fixture.rows(UNPACKED)).containsExactly("0");
        assertThat(fixture.rows(STAGE)).containsExactly("failed");
        assertThat(fixture.rows("select rule from security_events"))
                .containsExactly("WORLD_WRITABLE");
    }

    @Test
    void scenario4ACrashBeforeTheRowIsRecordedWritesIt() throws Exception {
        fixture.deaths().in(ImagesFixture.UNPACK, "update-db", CrashPoints.Side.BEFORE_LEAVING);
        fixture.process(KEY);
        assertThat(fixture.rows(UNPACKED)).containsExactly("0");
        assertThat(fixture.rows(STAGE)).containsExactly("creating");
        // I20: all work with the volume is finished before its row is written.
        assertThat(fixture.volumes().presence(origin())).isEqualTo(Presence.INACTIVE);

        fixture.restart();
        assertThat(fixture.walk(ImagesFixture.UNPACK))
                .endsWith("ENTERED update-db", "RECOVERED update-db");
        assertThat(fixture.volumes().made()).containsExactly(origin().name(), snapshotName());
        assertUnpacked();
    }

    @Test
    void scenario4ACrashAfterTheRowIsRecordedFindsTheRunEnded() throws Exception {
        fixture.deaths().in(ImagesFixture.UNPACK, "update-db", CrashPoints.Side.AFTER_LEAVING);
        fixture.process(KEY);
        assertThat(fixture.rows(UNPACKED)).containsExactly("1");
        assertThat(fixture.rows(STAGE)).containsExactly("ready");
        Run ended = fixture.run(ImagesFixture.UNPACK);

        fixture.restart();
        assertThat(fixture.run(ImagesFixture.UNPACK).version()).isEqualTo(ended.version());
        assertUnpacked();
    }

    /// I6: an inactive device is as good as an active one. The documents disagree on whether it
    /// stays mounted. Decided: it is deactivated.
    @Test
    void scenario5ARequestAfterCompletionSkipsEverything() throws Exception {
        ProcessResponse first = fixture.answer(fixture.process(KEY));
        assertThat(fixture.volumes().presence(origin())).isEqualTo(Presence.INACTIVE);
        ProcessResponse second = fixture.answer(fixture.process(KEY));
        assertThat(fixture.walk(ImagesFixture.UNPACK)).containsExactly("STARTED check-unpacked");
        assertThat(fixture.volumes().made()).containsExactly(origin().name(), snapshotName());
        assertThat(second.unpack().unpacked()).isFalse();
        assertThat(second.unpack().deviceId()).isEqualTo(first.unpack().deviceId());
        // I13: the response has the device of the first step and the counts of the second.
        assertThat(second.unpack().deviceName()).isEqualTo(first.unpack().deviceName());
        assertThat(first.unpack().fileCount()).isEqualTo(2);
        assertThat(second.unpack().fileCount()).isEqualTo(2);
        assertUnpacked();
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object inode(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }
}
