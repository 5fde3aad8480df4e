package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.images.request.ProcessRequest;
import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.FoundVolume;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.thin.DeviceCommands;
import dev.pawl.images.volume.thin.RealPools;
import dev.pawl.images.volume.thin.ThinPool;
import dev.pawl.images.volume.thin.ThinPoolSettings;
import dev.pawl.images.volume.thin.ThinVolumes;
import dev.pawl.run.Run;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFactory;
import dev.pawl.testkit.StoreFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/// The whole chain on a real pool, killed before and after durable writes and before programs that
/// change a device: it ends as usual.
final class ThinCrashTest {
    private static final String KEY = "small.tar";
    private static final long BYTES = 64L << 20;

    /// Every n-th crash is tested: a process takes many seconds on an emulated processor.
    private static final int EVERY = Integer.getInteger("pawl.every", 5);

    @TempDir private Path directory;
    private final CrashingCommands commands = new CrashingCommands(DeviceCommands.system());
    private ThinPool pool;
    private Path home;
    private Images images;
    private int processes;

    @BeforeEach
    void open() throws Exception {
        RealPools.assumed();
        ThinPoolSettings settings =
                ThinPoolSettings.files(256L << 20, 8L << 20).named("pawl-crash");
        pool = ThinPool.create(directory.resolve("pool"), settings, commands);
        home = directory.resolve("home");
        images = Images.in(home, o -> o.volumes(pool.volumes()));
        Path bucket = Files.createDirectories(directory.resolve("bucket"));
        SampleRootfs.in(directory.resolve("tree"), "one").tar(bucket.resolve(KEY));
    }

    @AfterEach
    void close() throws Exception {
        if (pool != null) pool.close();
    }

    @Test
    void theChainEndsTheSameWhereverItIsKilled(TestReporter reporter) throws Exception {
        Ending calm = live(new Crash(0, 0, 0));
        assertThat(calm.seen()).containsEntry("rootfs/etc/hostname", "one");
        List<Crash> crashes = new ArrayList<>();
        for (long n = 1; n <= calm.writes(); n++) {
            crashes.add(new Crash(n, 0, 0));
            crashes.add(new Crash(0, n, 0));
        }
        for (long n = 1; n <= calm.changes(); n++) crashes.add(new Crash(0, 0, n));
        reporter.publishEntry(
                "every %d of %d writes and %d changes"
                        .formatted(EVERY, calm.writes(), calm.changes()));
        for (int i = 0; i < crashes.size(); i += EVERY) {
            Crash crash = crashes.get(i);
            assertThat(live(crash).seen()).describedAs("%s", crash).isEqualTo(calm.seen());
        }
        assertThat(pool.problem()).isEmpty();
    }

    /// Runs until all runs have ended, with one crash in between.
    private Ending live(Crash crash) throws Exception {
        clear();
        try (SimEngine sim = new SimEngine(new SimHost(0), new Homes(), this::configure)) {
            commands.arm(crash.change(), sim::crash);
            try {
                sim.faults(crash.faults(sim::crash)).open();
                drive(sim);
            } catch (SimHost.Crashed e) {
                assertThat(sim.isAlive()).describedAs("%s: %s", crash, e).isFalse();
            }
            boolean killed = !sim.isAlive();
            assertThat(killed).describedAs("%s", crash).isEqualTo(crash.isDeadly());
            Ending first = new Ending(sim.writes(), commands.changes(), Map.of());
            if (killed) {
                sim.faults(StoreFaults.NONE).open();
                drive(sim);
            }
            return new Ending(first.writes(), first.changes(), seen(sim.store()));
        }
    }

    private void configure(EngineOptions options) {
        images.register(options);
    }

    private void drive(SimEngine sim) {
        String bucket = directory.resolve("bucket").toString();
        ProcessRequest request = ProcessRequest.of(bucket, KEY).deviceSize(BYTES);
        sim.perform(engine -> engine.start(images.process(request).idempotency("the same")));
        sim.until(() -> sim.store().count(Filter.ALL.live()) == 0);
        if (sim.isAlive()) sim.settle();
    }

    private void clear() throws Exception {
        commands.arm(0, () -> {});
        for (FoundVolume found : pool.volumes().found()) pool.volumes().discard(found);
        for (String name : List.of("files", "work")) {
            try (Stream<Path> files = Files.list(home.resolve(name))) {
                for (Path each : files.toList()) Files.delete(each);
            }
        }
    }

    /// Returns all runs, all volumes with their presence, and all files in the snapshot.
    private Map<String, String> seen(Store store) throws VolumeException, IOException {
        Map<String, String> seen = new TreeMap<>();
        for (Run run : store.runs(Filter.ALL, Page.oldest(Page.LIMIT_MAX))) {
            seen.merge(run.machine(), run.status() + " " + run.state(), (a, b) -> a + ", " + b);
        }
        ThinVolumes volumes = pool.volumes();
        for (FoundVolume found : volumes.found()) {
            Device device = new Device(found.id(), found.name(), BYTES);
            seen.put(found.name(), volumes.presence(device).toString());
            if (found.name().startsWith("snap-")) addFiles(volumes.open(device), seen);
        }
        return seen;
    }

    private static void addFiles(Path top, Map<String, String> seen) throws IOException {
        try (Stream<Path> all = Files.walk(top.resolve("rootfs"))) {
            for (Path each : all.toList()) {
                boolean content = Files.isRegularFile(each);
                seen.put(top.relativize(each).toString(), content ? Files.readString(each) : "");
            }
        }
    }

    /// The result of a process: durable writes and changes by programs until its crash or end.
    private record Ending(long writes, long changes, Map<String, String> seen) {}

    /// When a process crashes: before a write, after one, before a change; 0 means never.
    private record Crash(long beforeWrite, long afterWrite, long change) {
        boolean isDeadly() {
            return beforeWrite + afterWrite + change > 0;
        }

        StoreFaults faults(Runnable death) {
            if (beforeWrite > 0) return StoreFaults.beforeCommit(beforeWrite, death);
            return afterWrite > 0 ? StoreFaults.afterCommit(afterWrite, death) : StoreFaults.NONE;
        }
    }

    /// A new SQLite file for each process.
    private final class Homes implements StoreFactory {
        @Override
        public Store open() {
            return SqliteStore.open(directory.resolve("store-" + ++processes));
        }

        @Override
        public Store reopen(Store before) {
            before.close();
            return SqliteStore.open(directory.resolve("store-" + processes));
        }
    }
}
