package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.StoreException;
import dev.pawl.images.volume.VolumeException.Kind;
import dev.pawl.images.volume.VolumeFaults;
import dev.pawl.images.volume.VolumeFaults.Mishap;
import dev.pawl.images.volume.VolumeFaults.Operation;
import dev.pawl.images.volume.VolumeFaults.Side;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Known defects of such systems, each with its number. The others are tested beside their code, in
/// tests whose comment starts with the number.
@Timeout(120)
final class DefectsTest {
    private static final String KEY = "one.tar";

    @TempDir private Path directory;
    private ImagesFixture fixture;
    private Path tree;

    @BeforeEach
    void open() throws IOException {
        fixture = ImagesFixture.in(directory.resolve("bench"));
        tree = directory.resolve("tree");
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
    }

    /// I3: a relative link that leads out of the root is refused, however far up it leads.
    @Test
    void aRelativeLinkThatLeadsOutIsRefused() throws Exception {
        SampleRootfs rootfs = SampleRootfs.in(tree, "one");
        Files.createSymbolicLink(tree.resolve("rootfs/usr/out"), Path.of("../../etc"));
        fixture.put(KEY, rootfs);
        fixture.process(KEY);
        assertThat(fixture.reason(ImagesFixture.DOWNLOAD, RunStatus.ABORTED))
                .startsWith("policy: ")
                .contains("rootfs/usr/out");
        assertThat(fixture.volumes().made()).isEmpty();
    }

    /// I9: a failed run locks nothing: the next request starts.
    @Test
    void aFailedRunLocksNothing() throws Exception {
        fixture.put(KEY, "one");
        Mishap busy = Mishap.of(Kind.TRANSIENT, "busy");
        fixture.volumes().faults(VolumeFaults.of(Operation.CREATE, Side.HALFWAY, 4, busy));
        Run first = fixture.process(KEY);
        assertThat(fixture.reason(ImagesFixture.UNPACK, RunStatus.EXHAUSTED)).isEqualTo("busy");
        Run second = fixture.process(KEY);
        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(second.status()).isEqualTo(RunStatus.COMPLETED);
    }

    /// I9, I10: after a crash the same request is not refused as a duplicate: it joins the run that
    /// resumes. Killing the process uses up no limit of a machine.
    @ParameterizedTest
    @CsvSource({
        "download-image, download, ENTERED",
        "unpack-image, create-device, ENTERED",
        "unpack-image, create-device, AFTER_LEAVING",
        "unpack-image, extract-layers, ENTERED",
        "activate-image, create-snapshot, ENTERED"
    })
    void anyNumberOfCrashesInOneStateEndsInTheSameImage(
            String machine, String state, CrashPoints.Side side) throws Exception {
        fixture.put(KEY, "one");
        fixture.deaths().in(machine, state, side);
        Run run = fixture.process(KEY);
        for (int i = 0; i < 10; i++) {
            fixture.deaths().in(machine, state, side);
            assertThat(crashesAgain()).as("crash %d", i).isTrue();
        }
        fixture.restart();
        assertThat(fixture.store().run(run.id()).orElseThrow().status())
                .isEqualTo(RunStatus.COMPLETED);
    }

    private boolean crashesAgain() {
        try {
            fixture.sim().open();
            fixture.sim().until(() -> !fixture.sim().isAlive());
        } catch (SimHost.Crashed _) {
            // It is dead, which is the answer.
        }
        return !fixture.sim().isAlive();
    }

    @Test
    void aRequestAfterACrashJoinsTheRunThatResumes() throws Exception {
        fixture.put(KEY, "one");
        fixture.deaths().in(ImagesFixture.DOWNLOAD, "download", CrashPoints.Side.ENTERED);
        Run first = fixture.process(KEY);
        assertThat(fixture.sim().isAlive()).isFalse();
        fixture.sim().open();
        RunId again = fixture.start(fixture.request(KEY));
        assertThat(again).isEqualTo(first.id());
        fixture.settle();
        assertThat(fixture.store().run(again).orElseThrow().status())
                .isEqualTo(RunStatus.COMPLETED);
    }

    /// I10: an image that fails validation is not left as pending.
    @Test
    void anImageThatFailedValidationIsMarkedAndCanBeRequestedAgain() throws Exception {
        fixture.put(KEY, new byte[] {1, 2, 3});
        fixture.process(KEY);
        assertThat(fixture.rows("select download_status from images")).containsExactly("failed");
        fixture.put(KEY, "one");
        assertThat(fixture.process(KEY).status()).isEqualTo(RunStatus.COMPLETED);
    }

    /// I12: rules across tables hold on every connection, in every process.
    @Test
    void rowsThatBreakARuleAcrossTablesAreRefused() throws Exception {
        fixture.put(KEY, "one");
        fixture.process(KEY);
        for (int opened = 0; opened < 2; opened++) {
            assertRefused("update images set download_status = 'failed'");
            assertRefused("update images set activation_status = 'inactive'");
            assertRefused("delete from unpacked_images");
            fixture.sim().restart();
        }
        assertThat(fixture.process(KEY).status()).isEqualTo(RunStatus.COMPLETED);
    }

    private void assertRefused(String sql) {
        assertThatThrownBy(() -> fixture.write(sql))
                .isInstanceOf(StoreException.class)
                .hasStackTraceContaining("FOREIGN KEY");
    }

    /// I16: two dots inside a name do not lead up.
    @Test
    void aNameWithTwoDotsInItIsUnpacked() throws Exception {
        SampleRootfs rootfs = SampleRootfs.in(tree, "one");
        Files.writeString(tree.resolve("rootfs/etc/a..b"), "dots");
        Files.writeString(tree.resolve("rootfs/etc/..c"), "more");
        fixture.put(KEY, rootfs);
        Path root = Path.of(fixture.answer(fixture.process(KEY)).activate().devicePath());
        assertThat(root.resolve("rootfs/etc/a..b")).hasContent("dots");
        assertThat(root.resolve("rootfs/etc/..c")).hasContent("more");
    }
}
