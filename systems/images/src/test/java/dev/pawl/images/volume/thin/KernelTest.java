package dev.pawl.images.volume.thin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.FoundVolume;
import dev.pawl.images.volume.Marker;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.VolumeException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What only a real kernel can show: full, closed and shared pools, and programs that hang.
final class KernelTest {
    private static final Device ORIGIN = new Device(7, "thin-a", 64L << 20);
    private static final Device COPY = new Device(8, "snap-a", 64L << 20);
    private static final Marker MARKER = new Marker("img-1", 7, "run-1");
    private static final ThinPoolSettings SETTINGS =
            ThinPoolSettings.files(32L << 20, 8L << 20).named("pawl-kernel");

    @TempDir private Path base;
    private ThinPool pool;

    @BeforeEach
    void open() throws Exception {
        RealPools.assumed();
        pool = ThinPool.create(base, SETTINGS);
    }

    @AfterEach
    void close() throws Exception {
        if (pool != null) pool.close();
    }

    private static void dmsetup(String... words) throws IOException {
        ProgramResult answer =
                DeviceCommands.system().run(new ProgramCall(Tool.DMSETUP, List.of(words)));
        assertThat(answer.isGood()).describedAs(answer.err()).isTrue();
    }

    @Test
    void theContentsOfAClosedPoolAreThereWhenItIsOpenedAgain() throws Exception {
        pool.volumes().create(ORIGIN, MARKER);
        Files.writeString(pool.volumes().open(ORIGIN).resolve("file"), "content");
        pool.close();
        assertThat(pool.volumes().path(ORIGIN)).doesNotExist();
        assertThat(base.resolve("mounts")).isEmptyDirectory();
        pool = ThinPool.open(base);
        assertThat(pool.volumes().presence(ORIGIN)).isEqualTo(Presence.INACTIVE);
        assertThat(pool.volumes().open(ORIGIN).resolve("file")).hasContent("content");
        assertThat(ThinPool.open(base).volumes().found())
                .containsExactly(new FoundVolume(7, "thin-a"));
    }

    @Test
    void aFullPoolIsReportedAndHasSpaceAgainAfterADeletion() throws Exception {
        pool.volumes().create(ORIGIN, MARKER);
        Files.write(pool.volumes().open(ORIGIN).resolve("file"), new byte[48 << 20]);
        VolumeException full =
                catchThrowableOfType(VolumeException.class, () -> pool.volumes().sync(ORIGIN));
        assertThat(full.kind()).isEqualTo(Kind.NO_SPACE);
        assertThat(pool.status().problem().orElseThrow()).contains("all of its 512 blocks");
        assertThat(pool.volumes().space().freeBytes()).isZero();
        pool.volumes().delete(ORIGIN);
        assertThat(pool.volumes().space().usedBytes()).isZero();
        pool.volumes().create(ORIGIN, MARKER);
        assertThat(pool.volumes().marker(ORIGIN)).contains(MARKER);
        assertThat(pool.volumes().problem()).isEmpty();
    }

    @Test
    void aForeignNumberStays() throws Exception {
        dmsetup("message", "pawl-kernel", "0", "create_thin 7");
        assertThat(pool.volumes().presence(ORIGIN)).isEqualTo(Presence.ABSENT);
        pool.volumes().delete(ORIGIN);
        VolumeException taken =
                catchThrowableOfType(
                        VolumeException.class, () -> pool.volumes().create(ORIGIN, MARKER));
        assertThat(taken.kind()).isEqualTo(Kind.TAKEN);
        assertThat(pool.volumes().found()).containsExactly(new FoundVolume(7, ""));
    }

    @Test
    void theRemainsOfACrashedProcessAreRepaired() throws Exception {
        pool.volumes().create(ORIGIN, MARKER);
        dmsetup("suspend", "--noudevsync", "thin-a");
        dmsetup("message", "pawl-kernel", "0", "reserve_metadata_snap");
        assertThat(pool.volumes().found()).containsExactly(new FoundVolume(7, "thin-a"));
        Files.writeString(pool.volumes().open(ORIGIN).resolve("file"), "content");
        dmsetup("message", "pawl-kernel", "0", "create_snap 8 7");
        assertThat(pool.volumes().presence(COPY)).isEqualTo(Presence.ABSENT);
        pool.volumes().deactivate(ORIGIN);
        dmsetup("create", "thin-a", "--notable", "--noudevsync", "--uuid", "PAWL-pawl-kernel-7");
        assertThat(pool.volumes().presence(ORIGIN)).isEqualTo(Presence.INACTIVE);
        assertThat(pool.volumes().open(ORIGIN).resolve("file")).hasContent("content");
    }

    @Test
    void aProgramThatWaitsInTheKernelIsStuck() throws Exception {
        pool.volumes().create(ORIGIN, MARKER);
        String node = pool.volumes().path(ORIGIN).toString();
        dmsetup("suspend", "--noudevsync", "thin-a");
        try {
            List<String> read =
                    List.of("/usr/bin/dd", "if=" + node, "of=/dev/null", "iflag=direct");
            ProgramResult answer =
                    ChildProgram.run(read, Duration.ofSeconds(2), Duration.ofSeconds(1));
            assertThat(answer.ending()).isEqualTo(ProgramResult.Ending.STUCK);
        } finally {
            dmsetup("resume", "--noudevsync", "thin-a");
        }
        assertThat(pool.problem()).isEmpty();
    }
}
