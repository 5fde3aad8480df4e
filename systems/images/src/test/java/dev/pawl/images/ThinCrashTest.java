package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Found;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.thin.Commands;
import dev.pawl.images.volume.thin.PoolSettings;
import dev.pawl.images.volume.thin.RealPools;
import dev.pawl.images.volume.thin.ThinPool;
import dev.pawl.images.volume.thin.ThinVolumes;
import dev.pawl.run.Run;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.Faults;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.Stores;
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

/// The whole chain on a pool of the kernel's, killed before and after durable writes and before
/// programs that change a device: it ends as if nothing had happened.
final class ThinCrashTest {
    private static final String KEY = "small.tar";
    private static final long BYTES = 64L << 20;

    /// Of all moments every n-th is taken: a life takes many seconds on an emulated processor.
    private static final int EVERY = Integer.getInteger("pawl.every", 5);

    @TempDir private Path directory;
    private final MortalCommands commands = new MortalCommands(Commands.system());
    private ThinPool pool;
    private Path home;
    private Images images;
    private int lives;

    @BeforeEach
    void open() throws Exception {
        RealPools.assumed();
        PoolSettings settings = PoolSettings.files(256L << 20, 8L << 20).named("pawl-crash");
        pool = ThinPool.create(directory.resolve("pool"), settings, commands);
        home = directory.resolve("home");
        images = Images.in(home, o -> o.volumes(pool.volumes()));
        Path bucket = Files.createDirectories(directory.resolve("bucket"));
        Rootfs.in(directory.resolve("tree"), "one").tar(bucket.resolve(KEY));
    }

    @AfterEach
    void close() throws Exception {
        if (pool != null) pool.close();
    }

    @Test
    void theChainEndsTheSameWhereverItIsKilled(TestReporter reporter) throws Exception {
        Ending calm = live(new Moment(0, 0, 0));
        assertThat(calm.seen()).containsEntry("rootfs/etc/hostname", "one");
        List<Moment> moments = new ArrayList<>();
        for (long n = 1; n <= calm.writes(); n++) {
            moments.add(new Moment(n, 0, 0));
            moments.add(new Moment(0, n, 0));
        }
        for (long n = 1; n <= calm.changes(); n++) moments.add(new Moment(0, 0, n));
        reporter.publishEntry(
                "every %d of %d writes and %d changes"
                        .formatted(EVERY, calm.writes(), calm.changes()));
        for (int i = 0; i < moments.size(); i += EVERY) {
            Moment moment = moments.get(i);
            assertThat(live(moment).seen()).describedAs("%s", moment).isEqualTo(calm.seen());
        }
        assertThat(pool.trouble()).isEmpty();
    }

    /// Lives until all runs have ended, with one death in between.
    private Ending live(Moment moment) throws Exception {
        clear();
        try (SimEngine sim = new SimEngine(new SimHost(0), new Homes(), this::configure)) {
            commands.arm(moment.change(), sim::crash);
            try {
                sim.faults(moment.faults(sim::crash)).open();
                drive(sim);
            } catch (SimHost.Crashed e) {
                assertThat(sim.isAlive()).describedAs("%s: %s", moment, e).isFalse();
            }
            boolean killed = !sim.isAlive();
            assertThat(killed).describedAs("%s", moment).isEqualTo(moment.isDeadly());
            Ending first = new Ending(sim.writes(), commands.changes(), Map.of());
            if (killed) {
                sim.faults(Faults.NONE).open();
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
        ProcessRequest request =
                new ProcessRequest(bucket, KEY, "strict", "", "", BYTES, false, "");
        sim.tell(engine -> engine.start(images.process(request).idempotency("the same")));
        sim.until(() -> sim.store().count(Filter.ALL.live()) == 0);
        if (sim.isAlive()) sim.settle();
    }

    private void clear() throws Exception {
        commands.arm(0, () -> {});
        for (Found found : pool.volumes().found()) pool.volumes().discard(found);
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
        for (Found found : volumes.found()) {
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

    /// How a life went: durable writes and changes by programs until its death or end.
    private record Ending(long writes, long changes, Map<String, String> seen) {}

    /// When a process dies: before a write, after one, before a change; 0 stands for none.
    private record Moment(long beforeWrite, long afterWrite, long change) {
        boolean isDeadly() {
            return beforeWrite + afterWrite + change > 0;
        }

        Faults faults(Runnable death) {
            if (beforeWrite > 0) return Faults.beforeCommit(beforeWrite, death);
            return afterWrite > 0 ? Faults.afterCommit(afterWrite, death) : Faults.NONE;
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
