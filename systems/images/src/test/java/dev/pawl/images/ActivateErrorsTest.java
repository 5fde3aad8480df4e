package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.StoreException;
import dev.pawl.images.machine.ActivateMachine;
import dev.pawl.images.request.ActivateRequest;
import dev.pawl.images.request.ActivateResponse;
import dev.pawl.images.request.ProcessRequest;
import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Marker;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.VolumeFaults;
import dev.pawl.images.volume.VolumeFaults.Mishap;
import dev.pawl.images.volume.VolumeFaults.Operation;
import dev.pawl.images.volume.VolumeFaults.Side;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The section "Error Handling" of the document for the activate machine, line by line.
final class ActivateErrorsTest extends VolumeStepTrial {
    private static final String STATUS = "select activation_status from images";

    private void beforeSnapshot(Runnable action) {
        fixture.deaths()
                .at(ImagesFixture.ACTIVATE, "create-snapshot", CrashPoints.Side.ENTERED, action);
    }

    private String aborted() {
        return fixture.reason(ImagesFixture.ACTIVATE, RunStatus.ABORTED);
    }

    private void assertCompletedAfter(String state, int failures) throws Exception {
        assertThat(fixture.run(ImagesFixture.ACTIVATE).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(fixture.walk(ImagesFixture.ACTIVATE))
                .filteredOn(step -> step.equals("ATTEMPT_FAILED " + state))
                .hasSize(failures);
        assertThat(fixture.rows(STATUS)).containsExactly("active");
        assertThat(fixture.rows("select snapshot_id from snapshots where active = 1"))
                .containsExactly(String.valueOf(snapshot().id()));
        assertThat(fixture.volumes().open(snapshot()).resolve("rootfs/etc/hostname"))
                .hasContent("one");
    }

    /// The snapshot and its row are gone; the unpacked image is not.
    private void assertCleanedUp() throws Exception {
        assertThat(fixture.rows("select count(*) from snapshots")).containsExactly("0");
        assertThat(fixture.rows(STATUS)).containsExactly("failed");
        assertThat(fixture.rows("select state from volumes")).containsExactly("ready", "failed");
        assertThat(fixture.volumes().presence(snapshot())).isEqualTo(Presence.ABSENT);
        assertThat(fixture.volumes().presence(origin())).isEqualTo(Presence.INACTIVE);
    }

    @Test
    void checkSnapshotIsTriedAgainAfterADatabaseError() throws Exception {
        fixture.deaths().leaveUnanswered(ImagesFixture.ACTIVATE, "check-snapshot", 3);
        fixture.process(KEY);
        assertCompletedAfter("check-snapshot", 3);
    }

    @Test
    void checkSnapshotIsTriedAgainWhenTheDeviceCannotBeQueried() throws Exception {
        fixture.process(KEY);
        fixture.volumes()
                .faults((operation, side, device) -> {
                    boolean meant = operation == Operation.PRESENCE && side == Side.BEFORE;
                    if (!meant || !device.equals(snapshot())) return;
                    fixture.volumes().faults(VolumeFaults.NONE);
                    PASSING.happen();
                });
        fixture.process(KEY);
        assertCompletedAfter("check-snapshot", 1);
        assertThat(fixture.volumes().made()).hasSize(2);
    }

    @Test
    void checkSnapshotRecreatesASnapshotThatIsCorrupted() throws Exception {
        fixture.process(KEY);
        Device before = snapshot();
        fixture.volumes().delete(before);
        fails(Operation.SNAPSHOT, Side.HALFWAY, 1, Mishap.io("interrupted"));
        try {
            fixture.volumes().snapshot(origin(), before, new Marker("", before.id(), ""));
        } catch (IOException e) {
            assertThat(fixture.volumes().marker(before)).isEmpty();
        }
        fixture.process(KEY);
        assertThat(fixture.walk(ImagesFixture.ACTIVATE)).contains("ENTERED create-snapshot");
        assertThat(snapshot()).isEqualTo(before);
        assertCompletedAfter("check-snapshot", 0);
    }

    @Test
    void createSnapshotAbortsWhenTheOriginIsMissingAndTheNextRequestRecreatesIt() throws Exception {
        beforeSnapshot(() -> delete(origin()));
        fixture.process(KEY);
        assertThat(aborted()).startsWith("damage: ").contains(origin().name());
        assertThat(fixture.walk(ImagesFixture.ACTIVATE))
                .doesNotContain("ATTEMPT_FAILED create-snapshot");
        assertThat(fixture.rows(STATUS)).containsExactly("failed");
        assertThat(fixture.volumes().found()).isEmpty();
        fixture.process(KEY);
        assertCompletedAfter("create-snapshot", 0);
    }

    @Test
    void createSnapshotAbortsWhenTheOriginHasNoRow() {
        fixture.process(KEY);
        ActivateRequest unknown = ActivateRequest.of(image(), 99, "thin-99").snapshotName("green");
        fixture.start(ActivateMachine.of(fixture.context()).start(unknown).key("green"));
        fixture.settle();
        assertThat(aborted()).startsWith("damage: ").contains("thin-99").contains("found none");
    }

    /// Half an image must never be activated: the volume may be lost and filled again at any time.
    @ParameterizedTest
    @ValueSource(strings = {"planned", "creating"})
    void createSnapshotWaitsForAVolumeThatIsBeingFilled(String stage) throws Exception {
        fixture.process(KEY);
        stageOrigin(stage, "R1");
        activateGreen();
        fixture.sim().pass(Duration.ofMinutes(1));
        Run waiting = fixture.run(ImagesFixture.ACTIVATE);
        assertThat(waiting.status()).isEqualTo(RunStatus.BACKING_OFF);
        assertThat(waiting.progress().waitsFor()).contains("run R1 is unpacking image " + image());
        assertThat(fixture.volumes().made()).doesNotContain("green");
        stageOrigin("ready", "R1");
        fixture.settle();
        assertThat(fixture.run(ImagesFixture.ACTIVATE).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(fixture.volumes().contents("green").resolve("rootfs/etc/hostname"))
                .hasContent("one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"failed", "deleting"})
    void createSnapshotAbortsWhenTheVolumeIsNotReady(String stage) {
        fixture.process(KEY);
        stageOrigin(stage, "R1");
        activateGreen();
        fixture.settle();
        assertThat(aborted()).startsWith("damage: ").endsWith("to be ready, found " + stage);
        assertThat(fixture.volumes().made()).doesNotContain("green");
    }

    @Test
    void createSnapshotRepeatsACopyDuringWhichTheImageWasUnpackedAgain() throws Exception {
        fixture.process(KEY);
        fixture.volumes()
                .faults((operation, side, device) -> {
                    if (operation != Operation.SNAPSHOT || side != Side.AFTER) return;
                    fixture.volumes().faults(VolumeFaults.NONE);
                    stageOrigin("ready", "R2");
                });
        activateGreen();
        fixture.settle();
        assertThat(fixture.run(ImagesFixture.ACTIVATE).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(fixture.volumes().made()).filteredOn("green"::equals).hasSize(2);
    }

    private void stageOrigin(String stage, String run) {
        fixture.write(
                "update volumes set state = ?, run = ? where device_name = ?",
                stage,
                run,
                origin().name());
    }

    private void activateGreen() {
        ActivateRequest green =
                ActivateRequest.of(image(), origin().id(), origin().name()).snapshotName("green");
        fixture.start(ActivateMachine.of(fixture.context()).start(green).key("green"));
    }

    @Test
    void createSnapshotAbortsWhenThePoolIsFull() throws Exception {
        beforeSnapshot(() -> fixture.volumes().room(30));
        fixture.process(KEY);
        assertThat(aborted()).startsWith("space: ").contains("bytes too few");
        assertThat(fixture.walk(ImagesFixture.ACTIVATE))
                .doesNotContain("ATTEMPT_FAILED create-snapshot");
        assertCleanedUp();
    }

    @Test
    void createSnapshotTakesAnotherNumberWhenItsOwnIsTaken() throws Exception {
        beforeSnapshot(() -> foreign(snapshot().id(), "stranger"));
        fixture.process(KEY);
        assertCompletedAfter("create-snapshot", 1);
        assertThat(snapshot().id()).isEqualTo(3);
        assertThat(fixture.volumes().marker(new Device(2, "stranger", BYTES)))
                .contains(new Marker("img-x", 2, "x"));
    }

    @Test
    void createSnapshotNeverDeletesAVolumeOfAnotherImage() throws Exception {
        beforeSnapshot(() -> foreign(99, snapshot().name()));
        fixture.process(KEY);
        assertThat(fixture.reason(ImagesFixture.ACTIVATE, RunStatus.EXHAUSTED)).contains("img-x");
        assertThat(fixture.volumes().marker(snapshot())).contains(new Marker("img-x", 99, "x"));
    }

    @Test
    void createSnapshotIsTriedAgainAfterTransientErrors() throws Exception {
        fails(Operation.SNAPSHOT, Side.HALFWAY, 3, PASSING);
        fixture.process(KEY);
        assertCompletedAfter("create-snapshot", 3);
    }

    @Test
    void createSnapshotGivesUpAfterThreeRetriesAndCleansUp() throws Exception {
        fails(Operation.SNAPSHOT, Side.HALFWAY, 4, PASSING);
        fixture.process(KEY);
        assertThat(fixture.reason(ImagesFixture.ACTIVATE, RunStatus.EXHAUSTED)).isEqualTo("busy");
        assertCleanedUp();
    }

    @Test
    void registerIsTriedAgainAfterDatabaseErrors() throws Exception {
        fixture.deaths().refuse(ImagesFixture.ACTIVATE, "register", 5, StoreException.Kind.REFUSED);
        fixture.process(KEY);
        assertCompletedAfter("register", 5);
    }

    /// A deadlock needs two transactions; the store runs one at a time, and others wait.
    @Test
    void registerWaitsForADatabaseThatIsLocked() throws Exception {
        fixture.deaths().refuse(ImagesFixture.ACTIVATE, "register", 5, StoreException.Kind.BUSY);
        fixture.process(KEY);
        assertCompletedAfter("register", 0);
    }

    @Test
    void registerGivesUpAfterFiveRetriesAndCleansUp() throws Exception {
        fixture.deaths().refuse(ImagesFixture.ACTIVATE, "register", 6, StoreException.Kind.REFUSED);
        fixture.process(KEY);
        assertThat(fixture.reason(ImagesFixture.ACTIVATE, RunStatus.EXHAUSTED))
                .contains("refuses to leave");
        assertCleanedUp();
    }

    @Test
    void registerOfTwoAtOnceIsOneSnapshot() throws Exception {
        fixture.process(KEY);
        Device origin = origin();
        ActivateRequest green =
                ActivateRequest.of(image(), origin.id(), origin.name()).snapshotName("green");
        Machine<ActivateRequest, ActivateResponse> activate = ActivateMachine.of(fixture.context());
        for (int i = 0; i < 2; i++) {
            fixture.start(activate.start(green).key("green").unique(Uniqueness.QUEUE_BEHIND));
        }
        fixture.settle();
        assertThat(fixture.run(ImagesFixture.ACTIVATE).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(fixture.walk(ImagesFixture.ACTIVATE)).containsExactly("STARTED check-snapshot");
        assertThat(fixture.volumes().made()).containsOnlyOnce("green");
    }

    @Test
    void aSnapshotNameOfAnotherImageIsRefused() throws Exception {
        fixture.put("two.tar", "two");
        for (String key : new String[] {KEY, "two.tar"}) {
            fixture.start(
                    ProcessRequest.of(fixture.address(), key)
                            .snapshotName("blue")
                            .deviceSize(BYTES));
        }
        fixture.settle();
        assertThat(aborted())
                .startsWith("damage: ")
                .contains("snapshot blue already belongs to image");
        assertThat(fixture.rows("select count(*) from snapshots where active = 1"))
                .containsExactly("1");
        assertThat(fixture.volumes().made()).containsOnlyOnce("blue");
    }

    private void delete(Device device) {
        try {
            fixture.volumes().delete(device);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
