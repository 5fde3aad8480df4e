package dev.pawl.images.volume;

import dev.pawl.images.volume.thin.RealPools;
import dev.pawl.images.volume.thin.ThinPool;
import dev.pawl.images.volume.thin.ThinPoolSettings;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// The contract, on a real pool.
final class ThinVolumesTest extends VolumesContract {
    @TempDir private Path base;
    private @Nullable ThinPool pool;

    @BeforeEach
    void open() throws VolumeException, IOException {
        RealPools.assumed();
        pool =
                ThinPool.create(
                        base.resolve("a pool"),
                        ThinPoolSettings.files(512L << 20, 8L << 20).named("pawl-contract"));
    }

    @AfterEach
    void close() throws VolumeException, IOException {
        if (pool != null) pool.close();
    }

    @Override
    Volumes volumes() {
        return pool.volumes();
    }
}
