package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Store;
import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Found;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.thin.Commands;
import dev.pawl.images.volume.thin.PoolSettings;
import dev.pawl.images.volume.thin.RealPools;
import dev.pawl.images.volume.thin.ThinPool;
import dev.pawl.images.volume.thin.ThinVolumes;
import dev.pawl.machine.Machine;
import dev.pawl.run.Run;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.CrashMatrix;
import dev.pawl.testkit.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole chain on a pool of the kernel's, killed before and after each durable write, and
/// before every n-th program that changes a device: it ends as if nothing had happened.
final class ThinCrashTest {
    private static final String KEY = "small.tar";
    private static final long BYTES = 64L << 20;

    /// Each life takes seconds on an emulated processor. Of the programs every third is enough to
    /// hit each kind of them, and another number reaches the others.
    private static final int EVERY = Integer.getInteger("pawl.every", 3);

    @TempDir private Path directory;
    private ThinPool pool;
    private int lives;

    @AfterEach
    void close() throws VolumeException, IOException {
        if (pool != null) pool.close();
    }

    @Test
    void theChainEndsTheSameWhereverItIsKilled() throws Exception {
        RealPools.assumed();
        Path bucket = Files.createDirectories(directory.resolve("bucket"));
        Rootfs.in(directory.resolve("tree"), "one").tar(bucket.resolve(KEY));
        CrashMatrix.Points points = new CrashMatrix.Points();
        PointedCommands commands = new PointedCommands(Commands.system(), points, EVERY);
        PoolSettings settings = PoolSettings.files(256L << 20, 8L << 20).named("pawl-crash");
        pool = ThinPool.create(directory.resolve("pool"), settings, commands);
        Path home = directory.resolve("home");
        Images images = Images.in(home, o -> o.volumes(pool.volumes()));
        ProcessRequest request =
                new ProcessRequest(bucket.toString(), KEY, "strict", "", "", BYTES, false);
        CrashMatrix.Summary summary =
                CrashMatrix.of(images.process(request))
                        .with(images.machines().stream().skip(1).toArray(Machine<?, ?>[]::new))
                        .options(o -> images.queues().forEach(o.tables(images.tables())::queue))
                        .on(new Homes())
                        .points(points)
                        .fresh(() -> {
                            clear(home);
                            commands.begin();
                        })
                        .comparing(ThinCrashTest::words)
                        .observing("volumes", this::volumes)
                        .check();
        assertThat(summary.writes()).isGreaterThan(15);
        assertThat(summary.lives()).isGreaterThan((int) (1 + 2 * summary.writes()));
        assertThat(pool.trouble()).isEmpty();
    }

    /// Runs have other ids in another life; what they made has not.
    private static String words(Run run) {
        return "%s %s %s".formatted(run.machine(), run.status(), run.state());
    }

    private void clear(Path home) {
        try {
            for (Found found : pool.volumes().found()) pool.volumes().discard(found);
            for (String name : List.of("files", "work")) {
                try (Stream<Path> files = Files.list(home.resolve(name))) {
                    for (Path each : files.toList()) Files.delete(each);
                }
            }
        } catch (VolumeException | IOException e) {
            throw new AssertionError(e);
        }
    }

    /// Returns all volumes with their presence, and all files in the snapshot.
    private Map<String, String> volumes() {
        Map<String, String> seen = new TreeMap<>();
        ThinVolumes volumes = pool.volumes();
        try {
            for (Found found : volumes.found()) {
                Device device = new Device(found.id(), found.name(), BYTES);
                seen.put(found.name(), volumes.presence(device).toString());
                if (found.name().startsWith("snap-")) files(volumes.open(device), seen);
            }
            return seen;
        } catch (VolumeException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void files(Path top, Map<String, String> seen) throws IOException {
        try (Stream<Path> all = Files.walk(top.resolve("rootfs"))) {
            for (Path each : all.toList()) {
                boolean content = Files.isRegularFile(each);
                seen.put(top.relativize(each).toString(), content ? Files.readString(each) : "");
            }
        }
    }

    /// SQLite files, one after the other.
    private final class Homes implements Stores {
        @Override
        public Store open() {
            return SqliteStore.open(directory.resolve("store-" + ++lives));
        }

        @Override
        public Store reopen(Store before) {
            before.close();
            return SqliteStore.open(directory.resolve("store-" + lives));
        }
    }
}
