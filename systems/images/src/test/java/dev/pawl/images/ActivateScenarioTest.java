package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.VolumeFaults.Operation;
import dev.pawl.images.volume.VolumeFaults.Side;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The recovery scenarios of the document for the activate machine, in its order.
@Timeout(120)
final class ActivateScenarioTest {
    private static final String KEY = "one.tar";
    private static final String ACTIVE = "select active from snapshots";
    private static final String STATUS = "select activation_status from images";

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

    private Device snapshot() {
        return device(ImageIds.snapshot(bench.catalog().images().getFirst().imageId()));
    }

    private Device origin() {
        return device(ImageIds.device(bench.catalog().images().getFirst().imageId()));
    }

    private Device device(String name) {
        return bench.catalog().volume(name).orElseThrow().device();
    }

    private void diesAt(Operation operation, Side side) {
        bench.volumes()
                .faults((asked, at, _) -> {
                    if (asked != operation || at != side) return;
                    bench.volumes().faults((_, _, _) -> {});
                    bench.deaths().now();
                });
    }

    private void assertActive() throws Exception {
        assertThat(bench.run(Bench.ACTIVATE).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(bench.rows(ACTIVE)).containsExactly("1");
        assertThat(bench.rows(STATUS)).containsExactly("active");
        assertThat(bench.volumes().presence(snapshot())).isEqualTo(Presence.ACTIVE);
        assertThat(bench.volumes().open(snapshot()).resolve("rootfs/etc/hostname"))
                .hasContent("one");
        assertThat(bench.rows("select state from volumes")).containsExactly("ready", "ready");
    }

    @Test
    void scenario1ACrashBeforeTheSnapshotIsThereCreatesIt() throws Exception {
        diesAt(Operation.SNAPSHOT, Side.BEFORE);
        bench.process(KEY);
        assertThat(bench.rows(ACTIVE)).isEmpty();
        assertThat(bench.volumes().presence(snapshot())).isEqualTo(Presence.ABSENT);
        bench.lives();
        assertThat(bench.walk(Bench.ACTIVATE))
                .containsExactly(
                        "STARTED check-snapshot",
                        "ENTERED create-snapshot",
                        "RECLAIMED create-snapshot",
                        "ENTERED register");
        assertThat(bench.volumes().made()).containsExactly(origin().name(), snapshot().name());
        assertActive();
    }

    /// I8: a snapshot that was made and not activated is no obstacle: it is taken as it is.
    @Test
    void scenario1ACrashAfterTheSnapshotIsThereSkipsToRegister() throws Exception {
        diesAt(Operation.SNAPSHOT, Side.AFTER);
        bench.process(KEY);
        assertThat(bench.rows(ACTIVE)).isEmpty();
        assertThat(bench.volumes().presence(snapshot())).isEqualTo(Presence.INACTIVE);
        bench.lives();
        assertThat(bench.volumes().made()).containsExactly(origin().name(), snapshot().name());
        assertActive();
    }

    @Test
    void scenario1HalfASnapshotIsRemovedAndMadeAnew() throws Exception {
        diesAt(Operation.SNAPSHOT, Side.HALFWAY);
        bench.process(KEY);
        assertThat(bench.volumes().marker(snapshot())).isEmpty();
        bench.lives();
        assertThat(bench.volumes().made())
                .containsExactly(origin().name(), snapshot().name(), snapshot().name());
        assertActive();
    }

    /// Both rows are one commit with the transition, so that there are never partial records.
    @Test
    void scenario2ACrashBeforeTheRowsAreRecordedWritesBoth() throws Exception {
        bench.deaths().in(Bench.ACTIVATE, "register", Deaths.Side.BEFORE_LEAVING);
        bench.process(KEY);
        assertThat(bench.rows(ACTIVE)).isEmpty();
        assertThat(bench.rows(STATUS)).containsExactly("inactive");
        assertThat(bench.volumes().presence(snapshot())).isEqualTo(Presence.ACTIVE);
        bench.lives();
        assertThat(bench.walk(Bench.ACTIVATE)).endsWith("ENTERED register", "RECLAIMED register");
        assertActive();
    }

    @Test
    void scenario2ACrashAfterTheRowsAreRecordedFindsTheRunEnded() throws Exception {
        bench.deaths().in(Bench.ACTIVATE, "register", Deaths.Side.AFTER_LEAVING);
        bench.process(KEY);
        assertThat(bench.rows(ACTIVE)).containsExactly("1");
        assertThat(bench.rows(STATUS)).containsExactly("active");
        Run ended = bench.run(Bench.ACTIVATE);
        bench.lives();
        assertThat(bench.run(Bench.ACTIVATE).version()).isEqualTo(ended.version());
        assertActive();
    }

    @Test
    void scenario3ARequestAfterCompletionSkipsEverything() throws Exception {
        ProcessResponse first = bench.answer(bench.process(KEY));
        ProcessResponse second = bench.answer(bench.process(KEY));
        assertThat(bench.walk(Bench.ACTIVATE)).containsExactly("STARTED check-snapshot");
        assertThat(second.activate().activated()).isFalse();
        assertThat(second.activate().snapshotId()).isEqualTo(first.activate().snapshotId());
        assertThat(second.activate().devicePath()).isEqualTo(first.activate().devicePath());
        assertThat(bench.volumes().made()).containsExactly(origin().name(), snapshot().name());
        assertActive();
    }

    @Test
    void scenario3ASnapshotThatARebootSwitchedOffIsSwitchedOnAgain() throws Exception {
        bench.process(KEY);
        bench.volumes().reboot();
        bench.process(KEY);
        assertThat(bench.walk(Bench.ACTIVATE)).containsExactly("STARTED check-snapshot");
        assertThat(bench.volumes().made()).containsExactly(origin().name(), snapshot().name());
        assertActive();
    }

    @Test
    void scenario4ASnapshotThatIsMissingIsDeactivatedInTheTableAndMadeAnew() throws Exception {
        bench.process(KEY);
        bench.volumes().delete(snapshot());
        bench.deaths().in(Bench.ACTIVATE, "create-snapshot", Deaths.Side.ENTERED);
        bench.process(KEY);
        assertThat(bench.rows(ACTIVE)).containsExactly("0");
        assertThat(bench.rows(STATUS)).containsExactly("inactive");

        bench.lives();
        assertThat(bench.walk(Bench.ACTIVATE))
                .containsExactly(
                        "STARTED check-snapshot",
                        "ENTERED create-snapshot",
                        "RECLAIMED create-snapshot",
                        "ENTERED register");
        assertThat(bench.volumes().made())
                .containsExactly(origin().name(), snapshot().name(), snapshot().name());
        assertActive();
    }
}
