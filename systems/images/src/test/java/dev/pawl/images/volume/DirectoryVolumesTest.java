package dev.pawl.images.volume;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DirectoryVolumesTest extends VolumesContract {
    @TempDir private Path base;
    private DirectoryVolumes volumes;

    @BeforeEach
    void open() throws IOException {
        volumes = DirectoryVolumes.in(base);
    }

    @Override
    Volumes volumes() {
        return volumes;
    }

    /// I18: snapshots, inactive volumes and partial volumes are found too.
    @Test
    void everyVolumeIsFound() throws Exception {
        Device origin = new Device(1, "thin-1", 1_000);
        Device snapshot = new Device(2, "snap-1", 1_000);
        volumes.create(origin, new Marker("img-1", 1, "run-1"));
        volumes.snapshot(origin, snapshot, new Marker("img-1", 2, "run-1"));
        volumes.deactivate(origin);
        Files.createDirectories(base.resolve("volumes/.making-thin-2/data"));
        Files.createDirectories(base.resolve("volumes/.removing-thin-3/data"));
        assertThat(volumes.found())
                .containsExactly(
                        new FoundVolume(2, "snap-1"),
                        new FoundVolume(1, "thin-1"),
                        new FoundVolume(0, "thin-2"),
                        new FoundVolume(0, "thin-3"));
        for (FoundVolume each : volumes.found()) volumes.discard(each);
        assertThat(volumes.found()).isEmpty();
        assertThat(base.resolve("volumes")).isEmptyDirectory();
    }
}
