package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.VolumeException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A pool of thin devices, with a directory that describes its storage and its volumes.
///
/// [#create] creates it once, on empty storage only. After a restart of the host, [#open] loads it
/// again and never creates one. One process at a time uses a pool, through one object, which is
/// thread-safe.
public final class ThinPool {
    /// Below this many free blocks the kernel sends an event, which is not used here.
    private static final int LOW_WATER_BLOCKS = 1024;

    private final PoolRecord poolRecord;
    private final PoolBacking backing;
    private final DeviceTools tools;
    private final DeviceMapper mapper;
    private final ThinVolumes volumes;

    private ThinPool(Path directory, PoolRecord poolRecord, DeviceTools tools)
            throws VolumeException, IOException {
        this.poolRecord = poolRecord;
        this.tools = tools;
        backing = new PoolBacking(poolRecord, new LoopDevices(tools));
        mapper = new DeviceMapper(tools, poolRecord.name());
        load();
        volumes =
                new ThinVolumes(
                        this,
                        mapper,
                        new PoolDevices(tools, mapper, backing.metadata()),
                        new VolumeMounts(
                                tools, Files.createDirectories(directory.resolve("mounts"))),
                        Labels.in(directory.resolve("labels")));
    }

    /// Creates a pool and a directory for it; refuses storage that is not empty.
    public static ThinPool create(Path directory, ThinPoolSettings settings)
            throws VolumeException, IOException {
        return create(directory, settings, DeviceCommands.system());
    }

    /// Creates a pool with the given commands.
    public static ThinPool create(
            Path directory, ThinPoolSettings settings, DeviceCommands commands)
            throws VolumeException, IOException {
        Path home = Files.createDirectories(directory.toAbsolutePath().normalize());
        PoolRecord.refuse(home);
        PoolRecord poolRecord = PoolRecord.of(settings, home);
        DeviceTools tools = new DeviceTools(commands, new StuckFile(home));
        if (new DeviceMapper(tools, poolRecord.name()).poolIdentity().isPresent())
            throw taken(poolRecord);
        new PoolBacking(poolRecord, new LoopDevices(tools)).prepare(settings.backing());
        poolRecord.write(home);
        return new ThinPool(home, poolRecord, tools);
    }

    /// Loads the pool of a directory, if it is not loaded.
    public static ThinPool open(Path directory) throws VolumeException, IOException {
        return open(directory, DeviceCommands.system());
    }

    /// Loads a pool with the given commands.
    public static ThinPool open(Path directory, DeviceCommands commands)
            throws VolumeException, IOException {
        Path home = directory.toAbsolutePath().normalize();
        PoolRecord poolRecord = PoolRecord.read(home);
        DeviceTools tools = new DeviceTools(commands, new StuckFile(home));
        tools.refuseIfStuck();
        new PoolBacking(poolRecord, new LoopDevices(tools)).refuseBlank();
        return new ThinPool(home, poolRecord, tools);
    }

    public ThinVolumes volumes() {
        return volumes;
    }

    public PoolStatus status() throws VolumeException, IOException {
        return mapper.status();
    }

    /// Returns whether a directory has a pool.
    public static boolean isIn(Path directory) {
        return PoolRecord.isIn(directory);
    }

    /// Returns why the pool needs an operator; empty if it is healthy. A full pool is healthy:
    /// creating a volume in it fails with a clear error.
    public Optional<String> problem() {
        try {
            Optional<String> stuck = tools.problem();
            if (stuck.isPresent()) return stuck;
            PoolStatus status = status();
            return status.isFull() ? Optional.empty() : status.problem().map(this::describe);
        } catch (VolumeException | IOException e) {
            return Optional.of(describe(String.valueOf(e.getMessage())));
        }
    }

    /// Marks a stuck pool as repaired.
    public static void clearProblem(Path directory) throws IOException {
        new StuckFile(directory).clear();
    }

    /// Deactivates the volumes and the pool; their contents stay.
    public void close() throws VolumeException, IOException {
        if (mapper.poolIdentity().equals(Optional.of(poolRecord.identity()))) {
            volumes.deactivateAll();
            mapper.remove(poolRecord.name());
        }
        backing.release();
    }

    String name() {
        return poolRecord.name();
    }

    long blockBytes() {
        return (long) poolRecord.blockSectors() * DeviceMapper.SECTOR;
    }

    private void load() throws VolumeException, IOException {
        Optional<String> loaded = mapper.poolIdentity();
        if (loaded.equals(Optional.of(poolRecord.identity()))) return;
        if (loaded.isPresent()) throw taken(poolRecord);
        String data = backing.data().toString();
        String sectors = tools.run(Tool.BLOCKDEV, "--getsz", data).strip();
        // A full pool must fail at once: waiting for space would block inside the kernel.
        String table =
                "0 %s thin-pool %s %s %d %d 1 error_if_no_space"
                        .formatted(
                                sectors,
                                backing.metadata(),
                                data,
                                poolRecord.blockSectors(),
                                LOW_WATER_BLOCKS);
        mapper.create(poolRecord.name(), poolRecord.identity(), table);
    }

    private String describe(String reason) {
        return "pool %s: %s".formatted(poolRecord.name(), reason);
    }

    private static VolumeException taken(PoolRecord poolRecord) {
        return new VolumeException(
                Kind.TAKEN,
                "expected the name %s to be free in device-mapper, found another device with it"
                        .formatted(poolRecord.name()));
    }
}
