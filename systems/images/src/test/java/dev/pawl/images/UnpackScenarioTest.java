package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The recovery scenarios of the document for the unpack machine, in its order.
@Timeout(120)
final class UnpackScenarioTest {
    private static final String KEY = "one.tar";
    private static final String UNPACKED = "select count(*) from unpacked_images";
    private static final String STAGE = "select state from volumes where device_name like 'thin-%'";

    @TempDir private Path directory;
    private Bench bench;

    @BeforeEach
    void open() throws IOException {
        bench = Bench.in(directory);
        bench.put(KEY, "one");
    }

    @AfterEach
    void close() throws IOException {
        bench.close();
    }

    private Device device() {
        String image = bench.catalog().images().getFirst().imageId();
        return bench.catalog().volume(ImageIds.device(image)).orElseThrow().device();
    }

    private Path hostname() {
        return bench.volumes().contents(device().name()).resolve("rootfs/etc/hostname");
    }

    private String snapshot() {
        return "snap-" + bench.catalog().images().getFirst().imageId();
    }

    private void diesAt(Operation operation, Side side, Runnable loss) {
        bench.volumes()
                .faults((asked, at, _) -> {
                    if (asked != operation || at != side) return;
                    bench.volumes().faults((_, _, _) -> {});
                    loss.run();
                    bench.deaths().now();
                });
    }

    private void assertUnpacked() throws Exception {
        assertThat(bench.run(Bench.UNPACK).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(bench.rows(UNPACKED)).containsExactly("1");
        assertThat(bench.rows(STAGE)).containsExactly("ready");
        assertThat(hostname()).hasContent("one");
        assertThat(bench.volumes().presence(device())).isEqualTo(Presence.INACTIVE);
        assertThat(bench.rows("select activation_status from images")).containsExactly("active");
    }

    @Test
    void scenario1ACrashHalfwayInCreateDeviceRemovesHalfADeviceAndMakesItAnew() throws Exception {
        diesAt(Operation.CREATE, Side.HALFWAY, () -> {});
        bench.process(KEY);
        assertThat(bench.rows(UNPACKED)).containsExactly("0");
        assertThat(bench.rows(STAGE)).containsExactly("planned");
        Device before = device();
        assertThat(bench.volumes().presence(before)).isEqualTo(Presence.INACTIVE);
        assertThat(bench.volumes().marker(before)).isEmpty();

        bench.lives();
        assertThat(bench.walk(Bench.UNPACK))
                .containsExactly(
                        "STARTED check-unpacked",
                        "ENTERED create-device",
                        "RECLAIMED create-device",
                        "ENTERED extract-layers",
                        "ENTERED verify-layout",
                        "ENTERED update-db");
        // The number is not the document's hash: it was taken in the table before.
        assertThat(device()).isEqualTo(before);
        assertThat(bench.volumes().made())
                .containsExactly(before.name(), before.name(), snapshot());
        assertUnpacked();
    }

    /// I7: a retry finds the device that its own run has made, and goes on with it.
    @Test
    void scenario1ADeviceThatWasCompleteWhenTheProcessDiedIsKept() throws Exception {
        diesAt(Operation.CREATE, Side.AFTER, () -> {});
        bench.process(KEY);
        assertThat(bench.rows(STAGE)).containsExactly("planned");
        assertThat(bench.volumes().marker(device())).isPresent();

        bench.lives();
        assertThat(bench.walk(Bench.UNPACK))
                .contains("RECLAIMED create-device")
                .containsOnlyOnce("ENTERED create-device");
        assertThat(bench.volumes().made()).containsExactly(device().name(), snapshot());
        assertUnpacked();
    }

    @Test
    void scenario2ACrashDuringExtractionRemovesTheDeviceAndBeginsAnew() throws Exception {
        // What was not synced may be lost, and nobody can tell what that was.
        diesAt(Operation.SYNC, Side.BEFORE, () -> delete(hostname()));
        bench.process(KEY);
        assertThat(bench.rows(UNPACKED)).containsExactly("0");
        assertThat(bench.rows(STAGE)).containsExactly("creating");
        assertThat(bench.volumes().presence(device())).isEqualTo(Presence.ACTIVE);
        assertThat(hostname().resolveSibling("../usr/bin/tool")).exists();

        bench.lives();
        assertThat(bench.walk(Bench.UNPACK))
                .containsExactly(
                        "STARTED check-unpacked",
                        "ENTERED create-device",
                        "ENTERED extract-layers",
                        "RECLAIMED extract-layers",
                        "ENTERED create-device",
                        "ENTERED extract-layers",
                        "ENTERED verify-layout",
                        "ENTERED update-db");
        assertThat(bench.volumes().made())
                .containsExactly(device().name(), device().name(), snapshot());
        assertUnpacked();
    }

    /// I4: after a reboot the volume is not mounted. It is proven to be the volume, and switched on
    /// again, before anybody looks into it.
    @Test
    void scenario3ACrashBeforeVerifyLayoutVerifiesWhatWasExtracted() throws Exception {
        bench.deaths().in(Bench.UNPACK, "verify-layout", Deaths.Side.ENTERED);
        bench.process(KEY);
        assertThat(bench.rows(UNPACKED)).containsExactly("0");
        assertThat(hostname()).hasContent("one");
        Object inode = inode(hostname());
        bench.volumes().reboot();

        bench.lives();
        assertThat(bench.walk(Bench.UNPACK))
                .endsWith("ENTERED verify-layout", "RECLAIMED verify-layout", "ENTERED update-db")
                .containsOnlyOnce("ENTERED extract-layers");
        assertThat(inode(hostname())).isEqualTo(inode);
        assertThat(bench.volumes().made()).containsExactly(device().name(), snapshot());
        assertUnpacked();
    }

    @Test
    void scenario3ALayoutThatIsInvalidAfterTheCrashRemovesTheDeviceAndAborts() throws Exception {
        bench.deaths().in(Bench.UNPACK, "verify-layout", Deaths.Side.ENTERED);
        bench.process(KEY);
        Files.setPosixFilePermissions(
                hostname().getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));

        bench.lives();
        assertThat(bench.run(Bench.UNPACK).status()).isEqualTo(RunStatus.ABORTED);
        assertThat(bench.volumes().found()).isEmpty();
        assertThat(bench.rows(UNPACKED)).containsExactly("0");
        assertThat(bench.rows(STAGE)).containsExactly("failed");
        assertThat(bench.rows("select rule from security_events"))
                .containsExactly("WORLD_WRITABLE");
    }

    @Test
    void scenario4ACrashBeforeTheRowIsRecordedWritesIt() throws Exception {
        bench.deaths().in(Bench.UNPACK, "update-db", Deaths.Side.BEFORE_LEAVING);
        bench.process(KEY);
        assertThat(bench.rows(UNPACKED)).containsExactly("0");
        assertThat(bench.rows(STAGE)).containsExactly("creating");
        // I20: all work with the volume is done before the row says so.
        assertThat(bench.volumes().presence(device())).isEqualTo(Presence.INACTIVE);

        bench.lives();
        assertThat(bench.walk(Bench.UNPACK)).endsWith("ENTERED update-db", "RECLAIMED update-db");
        assertThat(bench.volumes().made()).containsExactly(device().name(), snapshot());
        assertUnpacked();
    }

    @Test
    void scenario4ACrashAfterTheRowIsRecordedFindsTheRunEnded() throws Exception {
        bench.deaths().in(Bench.UNPACK, "update-db", Deaths.Side.AFTER_LEAVING);
        bench.process(KEY);
        assertThat(bench.rows(UNPACKED)).containsExactly("1");
        assertThat(bench.rows(STAGE)).containsExactly("ready");
        Run ended = bench.run(Bench.UNPACK);

        bench.lives();
        assertThat(bench.run(Bench.UNPACK).version()).isEqualTo(ended.version());
        assertUnpacked();
    }

    /// I6: a device that is there and off is as good as one that is on. The documents disagree on
    /// whether it is left mounted. Decided: it is switched off.
    @Test
    void scenario5ARequestAfterCompletionSkipsEverything() throws Exception {
        ProcessResponse first = bench.answer(bench.process(KEY));
        assertThat(bench.volumes().presence(device())).isEqualTo(Presence.INACTIVE);
        ProcessResponse second = bench.answer(bench.process(KEY));
        assertThat(bench.walk(Bench.UNPACK)).containsExactly("STARTED check-unpacked");
        assertThat(bench.volumes().made()).containsExactly(device().name(), snapshot());
        assertThat(second.unpack().unpacked()).isFalse();
        assertThat(second.unpack().deviceId()).isEqualTo(first.unpack().deviceId());
        // I13: what the machine answers has the device of the first step and the counts of the
        // second.
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
