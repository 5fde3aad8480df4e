package dev.pawl.images.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.images.volume.VolumeException.Kind;
import dev.pawl.images.volume.VolumeFaults.Operation;
import dev.pawl.images.volume.VolumeFaults.Side;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MemoryVolumesTest extends VolumesContract {
    private static final Device DEVICE = new Device(1, "thin-1", 100);
    private static final Marker MARKER = new Marker("img-1", 1, "run-1");

    @TempDir private Path scratch;
    private MemoryVolumes volumes;

    @BeforeEach
    void open() throws IOException {
        volumes = MemoryVolumes.in(scratch, 1_000);
    }

    @Override
    Volumes volumes() {
        return volumes;
    }

    @Test
    void aPartialVolumeIsPresentAndHasNoMarker() throws Exception {
        VolumeFaults.Mishap cut = VolumeFaults.Mishap.io("interrupted");
        volumes.faults(VolumeFaults.of(Operation.CREATE, Side.HALFWAY, 1, cut));
        assertThat(catchThrowableOfType(IOException.class, () -> volumes.create(DEVICE, MARKER)))
                .hasMessage("interrupted");
        assertThat(volumes.presence(DEVICE)).isEqualTo(Presence.INACTIVE);
        assertThat(volumes.marker(DEVICE)).isEmpty();
        volumes.delete(DEVICE);
        volumes.create(DEVICE, MARKER);
        assertThat(volumes.made()).containsExactly("thin-1", "thin-1");
    }

    @Test
    void aNumberIsUsedOnce() throws Exception {
        volumes.create(DEVICE, MARKER);
        Device other = new Device(1, "thin-2", 100);
        assertThat(failure(() -> volumes.create(other, MARKER)).kind()).isEqualTo(Kind.TAKEN);
    }

    @Test
    void theSpaceIsBounded() throws Exception {
        volumes.create(DEVICE, MARKER);
        Path file = volumes.open(DEVICE).resolve("file");
        Files.write(file, new byte[600]);
        volumes.sync(DEVICE);
        Device copy = new Device(2, "snap-1", 100);
        assertThat(failure(() -> volumes.snapshot(DEVICE, copy, MARKER)))
                .hasMessageContaining("200 bytes too few");
        Files.write(file, new byte[1_001]);
        assertThat(failure(() -> volumes.sync(DEVICE)).kind()).isEqualTo(Kind.NO_SPACE);
        volumes.delete(DEVICE);
        assertThat(volumes.space().freeBytes()).isEqualTo(1_000);
    }

    @Test
    void aRebootDeactivatesEverything() throws Exception {
        volumes.create(DEVICE, MARKER);
        volumes.reboot();
        assertThat(volumes.presence(DEVICE)).isEqualTo(Presence.INACTIVE);
        assertThat(failure(() -> volumes.open(DEVICE))).hasMessageContaining("not active");
    }

    private static VolumeException failure(Call call) {
        return catchThrowableOfType(VolumeException.class, call::make);
    }

    private interface Call {
        void make() throws Exception;
    }
}
