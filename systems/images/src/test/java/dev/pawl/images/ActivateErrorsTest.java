package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.StoreException;
import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Marker;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.VolumeException.Kind;
import dev.pawl.images.volume.VolumeFaults;
import dev.pawl.images.volume.VolumeFaults.Mishap;
import dev.pawl.images.volume.VolumeFaults.Operation;
import dev.pawl.images.volume.VolumeFaults.Side;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.RunStatus;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What the document says under "Error Handling" of the activate machine, line by line.
@Timeout(120)
final class ActivateErrorsTest {
    private static final String KEY = "one.tar";
    private static final Mishap PASSING = Mishap.of(Kind.TRANSIENT, "busy");
    private static final String STATUS = "select activation_status from images";
    private static final long BYTES = 1_000_000;

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

    private void fails(Operation operation, Side side, int times, Mishap mishap) {
        bench.volumes().faults(VolumeFaults.of(operation, side, times, mishap));
    }

    private void beforeSnapshot(Runnable action) {
        bench.deaths().at(Bench.ACTIVATE, "create-snapshot", Deaths.Side.ENTERED, action);
    }

    private String aborted() {
        return bench.reason(Bench.ACTIVATE, RunStatus.ABORTED);
    }

    private Device origin() {
        return device(ImageIds.device(bench.catalog().images().getFirst().imageId()));
    }

    private Device snapshot() {
        return device(ImageIds.snapshot(bench.catalog().images().getFirst().imageId()));
    }

    private Device device(String name) {
        return bench.catalog().volume(name).orElseThrow().device();
    }

    private void assertCompletedAfter(String state, int failures) throws Exception {
        assertThat(bench.run(Bench.ACTIVATE).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(bench.walk(Bench.ACTIVATE))
                .filteredOn(step -> step.equals("ATTEMPT_FAILED " + state))
                .hasSize(failures);
        assertThat(bench.rows(STATUS)).containsExactly("active");
        assertThat(bench.rows("select snapshot_id from snapshots where active = 1"))
                .containsExactly(String.valueOf(snapshot().id()));
        assertThat(bench.volumes().open(snapshot()).resolve("rootfs/etc/hostname"))
                .hasContent("one");
    }

    /// The snapshot and its row are gone, what was unpacked is not.
    private void assertCleanedUp() throws Exception {
        assertThat(bench.rows("select count(*) from snapshots")).containsExactly("0");
        assertThat(bench.rows(STATUS)).containsExactly("failed");
        assertThat(bench.rows("select state from volumes")).containsExactly("ready", "failed");
        assertThat(bench.volumes().presence(snapshot())).isEqualTo(Presence.ABSENT);
        assertThat(bench.volumes().presence(origin())).isEqualTo(Presence.INACTIVE);
    }

    @Test
    void checkSnapshotIsTriedAgainAfterADatabaseError() throws Exception {
        bench.deaths().leaveUnanswered(Bench.ACTIVATE, "check-snapshot", 3);
        bench.process(KEY);
        assertCompletedAfter("check-snapshot", 3);
    }

    @Test
    void checkSnapshotIsTriedAgainWhenTheDeviceCannotBeQueried() throws Exception {
        bench.process(KEY);
        bench.volumes()
                .faults((operation, side, device) -> {
                    boolean meant = operation == Operation.PRESENCE && side == Side.BEFORE;
                    if (!meant || !device.equals(snapshot())) return;
                    bench.volumes().faults(VolumeFaults.NONE);
                    PASSING.happen();
                });
        bench.process(KEY);
        assertCompletedAfter("check-snapshot", 1);
        assertThat(bench.volumes().made()).hasSize(2);
    }

    @Test
    void checkSnapshotRecreatesASnapshotThatIsCorrupted() throws Exception {
        bench.process(KEY);
        Device before = snapshot();
        bench.volumes().delete(before);
        fails(Operation.SNAPSHOT, Side.HALFWAY, 1, Mishap.io("cut off"));
        try {
            bench.volumes().snapshot(origin(), before, new Marker("", before.id(), ""));
        } catch (IOException e) {
            assertThat(bench.volumes().marker(before)).isEmpty();
        }
        bench.process(KEY);
        assertThat(bench.walk(Bench.ACTIVATE)).contains("ENTERED create-snapshot");
        assertThat(snapshot()).isEqualTo(before);
        assertCompletedAfter("check-snapshot", 0);
    }

    @Test
    void createSnapshotAbortsWhenTheOriginIsNotFoundAndTheNextRequestMakesItAnew()
            throws Exception {
        beforeSnapshot(() -> delete(origin()));
        bench.process(KEY);
        assertThat(aborted()).startsWith("damage: ").contains(origin().name());
        assertThat(bench.walk(Bench.ACTIVATE)).doesNotContain("ATTEMPT_FAILED create-snapshot");
        assertThat(bench.rows(STATUS)).containsExactly("failed");
        assertThat(bench.volumes().found()).isEmpty();
        bench.process(KEY);
        assertCompletedAfter("create-snapshot", 0);
    }

    @Test
    void createSnapshotAbortsWhenNobodyHasHeardOfTheOrigin() {
        bench.process(KEY);
        ActivateRequest unknown =
                new ActivateRequest(
                        bench.catalog().images().getFirst().imageId(), 99, "thin-99", "green", "");
        bench.start(ActivateMachine.of(bench.premises()).start(unknown).key("green"));
        bench.settle();
        assertThat(aborted()).startsWith("damage: ").contains("thin-99").contains("found none");
    }

    @Test
    void createSnapshotAbortsWhenThePoolIsFull() throws Exception {
        beforeSnapshot(() -> bench.volumes().room(30));
        bench.process(KEY);
        assertThat(aborted()).startsWith("space: ").contains("bytes too few");
        assertThat(bench.walk(Bench.ACTIVATE)).doesNotContain("ATTEMPT_FAILED create-snapshot");
        assertCleanedUp();
    }

    @Test
    void createSnapshotTakesAnotherNumberWhenItsOwnIsTaken() throws Exception {
        beforeSnapshot(() -> foreign(snapshot().id(), "somebody"));
        bench.process(KEY);
        assertCompletedAfter("create-snapshot", 1);
        assertThat(snapshot().id()).isEqualTo(3);
        assertThat(bench.volumes().marker(new Device(2, "somebody", BYTES)))
                .contains(new Marker("img-x", 2, "x"));
    }

    @Test
    void createSnapshotNeverRemovesWhatSaysThatItIsOfAnotherImage() throws Exception {
        beforeSnapshot(() -> foreign(99, snapshot().name()));
        bench.process(KEY);
        assertThat(bench.reason(Bench.ACTIVATE, RunStatus.EXHAUSTED)).contains("img-x");
        assertThat(bench.volumes().marker(snapshot())).contains(new Marker("img-x", 99, "x"));
    }

    @Test
    void createSnapshotIsTriedAgainAfterTransientErrors() throws Exception {
        fails(Operation.SNAPSHOT, Side.HALFWAY, 3, PASSING);
        bench.process(KEY);
        assertCompletedAfter("create-snapshot", 3);
    }

    @Test
    void createSnapshotGivesUpAfterThreeRetriesAndCleansUp() throws Exception {
        fails(Operation.SNAPSHOT, Side.HALFWAY, 4, PASSING);
        bench.process(KEY);
        assertThat(bench.reason(Bench.ACTIVATE, RunStatus.EXHAUSTED)).isEqualTo("busy");
        assertCleanedUp();
    }

    @Test
    void registerIsTriedAgainAfterDatabaseErrors() throws Exception {
        bench.deaths().refuse(Bench.ACTIVATE, "register", 5, StoreException.Kind.REFUSED);
        bench.process(KEY);
        assertCompletedAfter("register", 5);
    }

    /// A deadlock is between two transactions; the store has one at a time, and lets others wait.
    @Test
    void registerWaitsForADatabaseThatIsLocked() throws Exception {
        bench.deaths().refuse(Bench.ACTIVATE, "register", 5, StoreException.Kind.BUSY);
        bench.process(KEY);
        assertCompletedAfter("register", 0);
    }

    @Test
    void registerGivesUpAfterFiveRetriesAndCleansUp() throws Exception {
        bench.deaths().refuse(Bench.ACTIVATE, "register", 6, StoreException.Kind.REFUSED);
        bench.process(KEY);
        assertThat(bench.reason(Bench.ACTIVATE, RunStatus.EXHAUSTED)).contains("refuses to leave");
        assertCleanedUp();
    }

    @Test
    void registerOfTwoAtOnceIsOneSnapshot() throws Exception {
        bench.process(KEY);
        Device origin = origin();
        ActivateRequest green =
                new ActivateRequest(
                        bench.catalog().images().getFirst().imageId(),
                        origin.id(),
                        origin.name(),
                        "green",
                        "");
        Machine<ActivateRequest, ActivateResponse> activate = ActivateMachine.of(bench.premises());
        for (int i = 0; i < 2; i++) {
            bench.start(activate.start(green).key("green").unique(Uniqueness.QUEUE_BEHIND));
        }
        bench.settle();
        assertThat(bench.run(Bench.ACTIVATE).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(bench.walk(Bench.ACTIVATE)).containsExactly("STARTED check-snapshot");
        assertThat(bench.volumes().made()).containsOnlyOnce("green");
    }

    @Test
    void aNameThatIsAnotherImagesIsRefused() throws Exception {
        bench.put("two.tar", "two");
        for (String key : new String[] {KEY, "two.tar"}) {
            bench.start(
                    new ProcessRequest(
                            bench.address(), key, "strict", "", "blue", BYTES, false, ""));
        }
        bench.settle();
        assertThat(aborted()).startsWith("damage: ").contains("snapshot blue is one of image");
        assertThat(bench.rows("select count(*) from snapshots where active = 1"))
                .containsExactly("1");
        assertThat(bench.volumes().made()).containsOnlyOnce("blue");
    }

    private void foreign(int id, String name) {
        try {
            bench.volumes().create(new Device(id, name, BYTES), new Marker("img-x", id, "x"));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void delete(Device device) {
        try {
            bench.volumes().delete(device);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
