package dev.pawl.images;

import dev.pawl.images.table.ImageIds;
import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Marker;
import dev.pawl.images.volume.VolumeException.Kind;
import dev.pawl.images.volume.VolumeFaults;
import dev.pawl.images.volume.VolumeFaults.Mishap;
import dev.pawl.images.volume.VolumeFaults.Operation;
import dev.pawl.images.volume.VolumeFaults.Side;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What the tests of the unpack and the activate machine share: one image, and volumes that fail.
@Timeout(120)
abstract class VolumeStepTrial {
    static final String KEY = "one.tar";
    static final Mishap PASSING = Mishap.of(Kind.TRANSIENT, "busy");
    static final long BYTES = 1_000_000;

    @TempDir Path directory;
    ImagesFixture fixture;

    @BeforeEach
    void open() throws IOException {
        fixture = ImagesFixture.in(directory.resolve("fixture"));
        fixture.put(KEY, "one");
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
    }

    final String image() {
        return fixture.catalog().images().getFirst().imageId();
    }

    final Device origin() {
        return fixture.catalog().device(ImageIds.device(image()));
    }

    final Device snapshot() {
        return fixture.catalog().device(snapshotName());
    }

    final String snapshotName() {
        return "snap-" + image();
    }

    final void fails(Operation operation, Side side, int times, Mishap mishap) {
        fixture.volumes().faults(VolumeFaults.of(operation, side, times, mishap));
    }

    /// Crashes the process once at an operation, after `loss`.
    final void diesAt(Operation operation, Side side, Runnable loss) {
        fixture.volumes()
                .faults((asked, at, _) -> {
                    if (asked != operation || at != side) return;
                    fixture.volumes().faults((_, _, _) -> {});
                    loss.run();
                    fixture.deaths().now();
                });
    }

    /// Creates a volume of another image.
    final Device foreign(int id, String name) {
        Device device = new Device(id, name, BYTES);
        try {
            fixture.volumes().create(device, new Marker("img-x", id, "x"));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return device;
    }
}
