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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Known defects of such systems, each under its number; what has no test here has one beside the
/// code that it is about, whose comment begins with the number.
@Timeout(120)
final class DefectsTest {
    private static final String KEY = "one.tar";

    @TempDir private Path directory;
    private Bench bench;
    private Path tree;

    @BeforeEach
    void open() throws IOException {
        bench = Bench.in(directory.resolve("bench"));
        tree = directory.resolve("tree");
    }

    @AfterEach
    void close() throws IOException {
        bench.close();
    }

    /// I3: a relative link that leads out of the root is found, however far up it leads.
    @Test
    void aRelativeLinkThatLeadsOutIsRefused() throws Exception {
        Rootfs rootfs = Rootfs.in(tree, "one");
        Files.createSymbolicLink(tree.resolve("rootfs/usr/out"), Path.of("../../etc"));
        bench.put(KEY, rootfs);
        bench.process(KEY);
        assertThat(bench.reason(Bench.DOWNLOAD, RunStatus.ABORTED))
                .startsWith("policy: ")
                .contains("rootfs/usr/out");
        assertThat(bench.volumes().made()).isEmpty();
    }

    /// I9: nothing is locked by a run that has come to nothing: the next request begins.
    @Test
    void aRunThatWasGivenUpHoldsNothing() throws Exception {
        bench.put(KEY, "one");
        Mishap busy = Mishap.of(Kind.TRANSIENT, "busy");
        bench.volumes().faults(VolumeFaults.of(Operation.CREATE, Side.HALFWAY, 4, busy));
        Run first = bench.process(KEY);
        assertThat(bench.reason(Bench.UNPACK, RunStatus.EXHAUSTED)).isEqualTo("busy");
        Run second = bench.process(KEY);
        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(second.status()).isEqualTo(RunStatus.COMPLETED);
    }

    /// I9, I10: after a death the same request is not refused as one that somebody else handles: it
    /// is the run that goes on.
    @Test
    void aRequestAfterADeathIsTheRunThatGoesOn() throws Exception {
        bench.put(KEY, "one");
        bench.deaths().in(Bench.DOWNLOAD, "download", Deaths.Side.ENTERED);
        Run first = bench.process(KEY);
        assertThat(bench.sim().isAlive()).isFalse();
        bench.sim().open();
        RunId again = bench.start(bench.request(KEY));
        assertThat(again).isEqualTo(first.id());
        bench.settle();
        assertThat(bench.store().run(again).orElseThrow().status()).isEqualTo(RunStatus.COMPLETED);
    }

    /// I10: what fails in validation is not left as if it were still on its way.
    @Test
    void anImageThatFailedInValidationSaysSoAndMayBeAskedForAgain() throws Exception {
        bench.put(KEY, new byte[] {1, 2, 3});
        bench.process(KEY);
        assertThat(bench.rows("select download_status from images")).containsExactly("failed");
        bench.put(KEY, "one");
        assertThat(bench.process(KEY).status()).isEqualTo(RunStatus.COMPLETED);
    }

    /// I12: rules across tables hold on every connection, in every life.
    @Test
    void rowsThatBreakARuleAcrossTablesAreRefused() throws Exception {
        bench.put(KEY, "one");
        bench.process(KEY);
        for (int life = 0; life < 2; life++) {
            assertRefused("update images set download_status = 'failed'");
            assertRefused("update images set activation_status = 'inactive'");
            assertRefused("delete from unpacked_images");
            bench.sim().restart();
        }
        assertThat(bench.process(KEY).status()).isEqualTo(RunStatus.COMPLETED);
    }

    private void assertRefused(String sql) {
        assertThatThrownBy(() -> bench.write(sql))
                .isInstanceOf(StoreException.class)
                .hasStackTraceContaining("FOREIGN KEY");
    }

    /// I16: two dots in a name are no way up.
    @Test
    void aNameWithTwoDotsInItIsUnpacked() throws Exception {
        Rootfs rootfs = Rootfs.in(tree, "one");
        Files.writeString(tree.resolve("rootfs/etc/a..b"), "dots");
        Files.writeString(tree.resolve("rootfs/etc/..c"), "more");
        bench.put(KEY, rootfs);
        Path root = Path.of(bench.answer(bench.process(KEY)).activate().devicePath());
        assertThat(root.resolve("rootfs/etc/a..b")).hasContent("dots");
        assertThat(root.resolve("rootfs/etc/..c")).hasContent("more");
    }
}
