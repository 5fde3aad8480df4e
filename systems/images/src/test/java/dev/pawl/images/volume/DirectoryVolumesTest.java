package dev.pawl.images.volume;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
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
}
