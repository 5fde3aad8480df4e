package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.images.request.ProcessResponse;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.VolumeFaults.Operation;
import dev.pawl.images.volume.VolumeFaults.Side;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import org.junit.jupiter.api.Test;

/// The recovery scenarios of the document for the activate machine, in its order.
final class ActivateScenarioTest extends VolumeStepTrial {
    private static final String ACTIVE = "select active from snapshots";
    private static final String STATUS = "select activation_status from images";

    private void assertActive() throws Exception {
        assertThat(fixture.run(ImagesFixture.ACTIVATE).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(fixture.rows(ACTIVE)).containsExactly("1");
        assertThat(fixture.rows(STATUS)).containsExactly("active");
        assertThat(fixture.volumes().presence(snapshot())).isEqualTo(Presence.ACTIVE);
        assertThat(fixture.volumes().open(snapshot()).resolve("rootfs/etc/hostname"))
                .hasContent("one");
        assertThat(fixture.rows("select state from volumes")).containsExactly("ready", "ready");
    }

    @Test
    void scenario1ACrashBeforeTheSnapshotExistsCreatesIt() throws Exception {
        diesAt(Operation.SNAPSHOT, Side.BEFORE, () -> {});
        fixture.process(KEY);
        assertThat(fixture.rows(ACTIVE)).isEmpty();
        assertThat(fixture.volumes().presence(snapshot())).isEqualTo(Presence.ABSENT);
        fixture.restart();
        assertThat(fixture.walk(ImagesFixture.ACTIVATE))
                .containsExactly(
                        "STARTED check-snapshot",
                        "ENTERED create-snapshot",
                        "RECOVERED create-snapshot",
                        "ENTERED register");
        assertThat(fixture.volumes().made()).containsExactly(origin().name(), snapshot().name());
        assertActive();
    }

    /// I8: a snapshot that was created but not activated is kept.
    @Test
    void scenario1ACrashAfterTheSnapshotExistsSkipsToRegister() throws Exception {
        diesAt(Operation.SNAPSHOT, Side.AFTER, () -> {});
        fixture.process(KEY);
        assertThat(fixture.rows(ACTIVE)).isEmpty();
        assertThat(fixture.volumes().presence(snapshot())).isEqualTo(Presence.INACTIVE);
        fixture.restart();
        assertThat(fixture.volumes().made()).containsExactly(origin().name(), snapshot().name());
        assertActive();
    }

    @Test
    void scenario1APartialSnapshotIsDeletedAndRecreated() throws Exception {
        diesAt(Operation.SNAPSHOT, Side.HALFWAY, () -> {});
        fixture.process(KEY);
        assertThat(fixture.volumes().marker(snapshot())).isEmpty();
        fixture.restart();
        assertThat(fixture.volumes().made())
                .containsExactly(origin().name(), snapshot().name(), snapshot().name());
        assertActive();
    }

    /// Both rows are one commit with the transition, so there are never partial records.
    @Test
    void scenario2ACrashBeforeTheRowsAreRecordedWritesBoth() throws Exception {
        fixture.deaths().in(ImagesFixture.ACTIVATE, "register", CrashPoints.Side.BEFORE_LEAVING);
        fixture.process(KEY);
        assertThat(fixture.rows(ACTIVE)).isEmpty();
        assertThat(fixture.rows(STATUS)).containsExactly("inactive");
        assertThat(fixture.volumes().presence(snapshot())).isEqualTo(Presence.ACTIVE);
        fixture.restart();
        assertThat(fixture.walk(ImagesFixture.ACTIVATE))
                .endsWith("ENTERED register", "RECOVERED register");
        assertActive();
    }

    @Test
    void scenario2ACrashAfterTheRowsAreRecordedFindsTheRunEnded() throws Exception {
        fixture.deaths().in(ImagesFixture.ACTIVATE, "register", CrashPoints.Side.AFTER_LEAVING);
        fixture.process(KEY);
        assertThat(fixture.rows(ACTIVE)).containsExactly("1");
        assertThat(fixture.rows(STATUS)).containsExactly("active");
        Run ended = fixture.run(ImagesFixture.ACTIVATE);
        fixture.restart();
        assertThat(fixture.run(ImagesFixture.ACTIVATE).version()).isEqualTo(ended.version());
        assertActive();
    }

    @Test
    void scenario3ARequestAfterCompletionSkipsEverything() throws Exception {
        ProcessResponse first = fixture.answer(fixture.process(KEY));
        ProcessResponse second = fixture.answer(fixture.process(KEY));
        assertThat(fixture.walk(ImagesFixture.ACTIVATE)).containsExactly("STARTED check-snapshot");
        assertThat(second.activate().activated()).isFalse();
        assertThat(second.activate().snapshotId()).isEqualTo(first.activate().snapshotId());
        assertThat(second.activate().devicePath()).isEqualTo(first.activate().devicePath());
        assertThat(fixture.volumes().made()).containsExactly(origin().name(), snapshot().name());
        assertActive();
    }

    @Test
    void scenario3ASnapshotThatARebootDeactivatedIsActivatedAgain() throws Exception {
        fixture.process(KEY);
        fixture.volumes().reboot();
        fixture.process(KEY);
        assertThat(fixture.walk(ImagesFixture.ACTIVATE)).containsExactly("STARTED check-snapshot");
        assertThat(fixture.volumes().made()).containsExactly(origin().name(), snapshot().name());
        assertActive();
    }

    @Test
    void scenario4AMissingSnapshotIsDeactivatedInTheTableAndRecreated() throws Exception {
        fixture.process(KEY);
        fixture.volumes().delete(snapshot());
        fixture.deaths().in(ImagesFixture.ACTIVATE, "create-snapshot", CrashPoints.Side.ENTERED);
        fixture.process(KEY);
        assertThat(fixture.rows(ACTIVE)).containsExactly("0");
        assertThat(fixture.rows(STATUS)).containsExactly("inactive");

        fixture.restart();
        assertThat(fixture.walk(ImagesFixture.ACTIVATE))
                .containsExactly(
                        "STARTED check-snapshot",
                        "ENTERED create-snapshot",
                        "RECOVERED create-snapshot",
                        "ENTERED register");
        assertThat(fixture.volumes().made())
                .containsExactly(origin().name(), snapshot().name(), snapshot().name());
        assertActive();
    }
}
