package dev.pawl.images.volume.thin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Marker;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.VolumeException.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How a pool is created and loaded, and what it never overwrites.
final class ThinPoolTest {
    private static final ThinPoolSettings FILES = ThinPoolSettings.files(512L << 20, 8L << 20);

    @TempDir private Path directory;
    private final ScriptedKernel kernel = new ScriptedKernel();

    private Path home() {
        return directory.resolve("pool");
    }

    private static VolumeException refusal(ThrowingCallable call) {
        return catchThrowableOfType(VolumeException.class, call);
    }

    private ThinPoolSettings devices() throws Exception {
        Path data = Files.write(directory.resolve("data"), new byte[4096]);
        Path metadata = Files.write(directory.resolve("metadata"), new byte[4096]);
        return ThinPoolSettings.devices(data, metadata).named("mine");
    }

    @Test
    void filesAreSparseAndGetLoopDevices() throws Exception {
        ThinPool.create(home(), FILES, kernel);
        Path data = home().resolve("data.img");
        assertThat(Files.size(data)).isEqualTo(512L << 20);
        assertThat((long) Files.getAttribute(home().resolve("metadata.img"), "size"))
                .isEqualTo(8L << 20);
        assertThat(kernel.taken())
                .contains("losetup --find --show " + data)
                .anyMatch(line ->
                        line.startsWith("dmsetup create pawl-pool --noudevsync --uuid PAWL-")
                                && line.endsWith(
                                        "--table 0 1048576 thin-pool /dev/loop0 /dev/loop0 128 1024"
                                                + " 1 error_if_no_space"));
    }

    @Test
    void aPoolIsNotCreatedTwice() throws Exception {
        ThinPool.create(home(), FILES, kernel);
        assertThat(refusal(() -> ThinPool.create(home(), FILES, kernel)))
                .hasMessageContaining(
                        "pool.json shows that the pool already exists; open it instead")
                .extracting(VolumeException::kind)
                .isEqualTo(Kind.TAKEN);
    }

    @Test
    void existingFilesAreNotChanged() throws Exception {
        Files.createDirectories(home());
        Path data = Files.writeString(home().resolve("data.img"), "precious");
        assertThat(refusal(() -> ThinPool.create(home(), FILES, kernel)))
                .hasMessageContaining(data.toString())
                .hasMessageContaining("never overwritten")
                .extracting(VolumeException::kind)
                .isEqualTo(Kind.TAKEN);
        assertThat(data).hasContent("precious");
        assertThat(home().resolve("metadata.img")).doesNotExist();
        assertThat(kernel.taken()).isEmpty();
    }

    @Test
    void devicesWithDataAreRefused() throws Exception {
        ThinPoolSettings settings = devices();
        Files.writeString(directory.resolve("metadata"), "\0\0a pool");
        assertThat(refusal(() -> ThinPool.create(home(), settings, kernel)))
                .hasMessageContaining(
                        "at the start of %s, found data".formatted(directory.resolve("metadata")));
        Files.write(directory.resolve("metadata"), new byte[4096]);
        Files.writeString(directory.resolve("data"), "a file system");
        assertThat(refusal(() -> ThinPool.create(home(), settings, kernel)))
                .hasMessageContaining(
                        "at the start of %s, found data".formatted(directory.resolve("data")));
        assertThat(kernel.taken()).isEmpty();
    }

    @Test
    void aNameThatIsTakenInDeviceMapperIsRefused() throws Exception {
        kernel.have("pawl-pool", 0, "LVM-other");
        assertThat(refusal(() -> ThinPool.create(home(), FILES, kernel)))
                .hasMessageContaining("expected the name pawl-pool to be free");
        assertThat(home().resolve("data.img")).doesNotExist();
    }

    @Test
    void openNeverCreatesAPool() throws Exception {
        assertThat(refusal(() -> ThinPool.open(home(), kernel)))
                .hasMessageContaining("found no file; create a pool first")
                .extracting(VolumeException::kind)
                .isEqualTo(Kind.MISSING);
        ThinPool.create(home(), devices(), kernel);
        kernel.taken();
        assertThat(refusal(() -> ThinPool.open(home(), new ScriptedKernel())))
                .hasMessageContaining("expected the metadata of pool mine")
                .hasMessageContaining("only zeros");
    }

    @Test
    void aPoolIsLoadedAfterARestartAndReusedOtherwise() throws Exception {
        ThinPool.create(home(), devices(), kernel);
        Files.writeString(directory.resolve("metadata"), "metadata");
        kernel.taken();
        ThinPool.open(home(), kernel);
        assertThat(kernel.taken()).isEmpty();
        ScriptedKernel restarted = new ScriptedKernel();
        ThinPool.open(home(), restarted);
        assertThat(restarted.taken())
                .hasSize(2)
                .last()
                .asString()
                .startsWith("dmsetup create mine --noudevsync --uuid PAWL-")
                .contains(
                        "thin-pool %s %s"
                                .formatted(
                                        directory.resolve("metadata"), directory.resolve("data")));
        ScriptedKernel other = new ScriptedKernel();
        other.have("mine", 0, "PAWL-another");
        assertThat(refusal(() -> ThinPool.open(home(), other)).kind()).isEqualTo(Kind.TAKEN);
    }

    @Test
    void closeDeactivatesEverythingAndKeepsTheData() throws Exception {
        ThinPool pool = ThinPool.create(home(), FILES, kernel);
        pool.volumes().create(new Device(7, "thin-a", 64L << 20), new Marker("img", 7, "run"));
        kernel.taken();
        kernel.next("losetup --noheadings", ScriptedKernel.good("/dev/loop1\n"));
        pool.close();
        assertThat(kernel.taken())
                .startsWith(
                        "umount " + home().resolve("mounts/thin-a"),
                        "dmsetup remove --noudevsync thin-a",
                        "dmsetup remove --noudevsync pawl-pool")
                .contains("losetup --detach /dev/loop1");
        assertThat(home().resolve("data.img")).exists();
        assertThat(kernel.numbers).containsKey(7);
        pool.close();
        assertThat(kernel.taken()).noneMatch(line -> line.startsWith("dmsetup"));
    }

    @Test
    void invalidSettingsAreRefused() {
        assertThatThrownBy(() -> ThinPoolSettings.files(1, 1))
                .hasMessageContaining("at least 1 MiB of data and 2 MiB of metadata");
        assertThatThrownBy(() -> FILES.named("a pool")).hasMessageContaining("found 'a pool'");
        assertThatThrownBy(() -> new ThinPoolSettings("a", FILES.backing(), 100))
                .hasMessageContaining("in steps of 128, not 100");
        assertThatThrownBy(() -> ThinPoolSettings.devices(Path.of("vda"), Path.of("/dev/vdb")))
                .hasMessageContaining("must be absolute, not vda");
    }
}
