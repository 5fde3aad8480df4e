package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.VolumeException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A pool of thin devices, with a directory that says what it is kept on and what is in it.
///
/// It is made once, by [#create], which takes nothing that holds anything. After the machine was
/// started anew [#open] loads it again, and never makes one. One process at a time works with a
/// pool, through one object; it may do so with many threads.
public final class ThinPool {
    /// Below this much free room the kernel tells whoever listens; nobody has to.
    private static final int LOW_WATER_BLOCKS = 1024;

    private final PoolRecord facts;
    private final Foundation foundation;
    private final Toolbox tools;
    private final Mapper mapper;
    private final ThinVolumes volumes;

    private ThinPool(Path directory, PoolRecord facts, Toolbox tools)
            throws VolumeException, IOException {
        this.facts = facts;
        this.tools = tools;
        foundation = new Foundation(facts, new Loops(tools));
        mapper = new Mapper(tools, facts.name());
        load();
        volumes =
                new ThinVolumes(
                        this,
                        mapper,
                        new Census(tools, mapper, foundation.metadata()),
                        new Mounting(tools, Files.createDirectories(directory.resolve("mounts"))),
                        Labels.in(directory.resolve("labels")));
    }

    /// Makes a pool and a directory for it; refuses whatever holds something already.
    public static ThinPool create(Path directory, PoolSettings settings)
            throws VolumeException, IOException {
        return create(directory, settings, Commands.system());
    }

    /// Makes a pool with programs of the caller's.
    public static ThinPool create(Path directory, PoolSettings settings, Commands commands)
            throws VolumeException, IOException {
        Path home = Files.createDirectories(directory.toAbsolutePath().normalize());
        PoolRecord.refuse(home);
        PoolRecord facts = PoolRecord.of(settings, home);
        Toolbox tools = new Toolbox(commands, new StuckNote(home));
        if (new Mapper(tools, facts.name()).poolIdentity().isPresent()) throw taken(facts);
        new Foundation(facts, new Loops(tools)).prepare(settings.backing());
        facts.write(home);
        return new ThinPool(home, facts, tools);
    }

    /// Loads the pool of a directory, unless it is loaded.
    public static ThinPool open(Path directory) throws VolumeException, IOException {
        return open(directory, Commands.system());
    }

    /// Loads a pool with programs of the caller's.
    public static ThinPool open(Path directory, Commands commands)
            throws VolumeException, IOException {
        Path home = directory.toAbsolutePath().normalize();
        PoolRecord facts = PoolRecord.read(home);
        Toolbox tools = new Toolbox(commands, new StuckNote(home));
        tools.refuseIfStuck();
        new Foundation(facts, new Loops(tools)).refuseBlank();
        return new ThinPool(home, facts, tools);
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

    /// Returns why nothing should be done with the pool; empty if all is well. One that is full is
    /// not sick: whoever wants room in it is told.
    public Optional<String> trouble() {
        try {
            Optional<String> stuck = tools.trouble();
            if (stuck.isPresent()) return stuck;
            PoolStatus status = status();
            return status.isFull() ? Optional.empty() : status.trouble().map(this::told);
        } catch (VolumeException | IOException e) {
            return Optional.of(told(String.valueOf(e.getMessage())));
        }
    }

    /// Forgets that a program got stuck in a pool; for a person who has seen to it.
    public static void clearTrouble(Path directory) throws IOException {
        new StuckNote(directory).clear();
    }

    /// Switches off the volumes and the pool, and keeps what is in them.
    public void close() throws VolumeException, IOException {
        if (mapper.poolIdentity().equals(Optional.of(facts.identity()))) {
            volumes.deactivateAll();
            mapper.remove(facts.name());
        }
        foundation.release();
    }

    String name() {
        return facts.name();
    }

    long blockBytes() {
        return (long) facts.blockSectors() * Mapper.SECTOR;
    }

    private void load() throws VolumeException, IOException {
        Optional<String> loaded = mapper.poolIdentity();
        if (loaded.equals(Optional.of(facts.identity()))) return;
        if (loaded.isPresent()) throw taken(facts);
        String data = foundation.data().toString();
        String sectors = tools.run(Tool.BLOCKDEV, "--getsz", data).strip();
        // A pool that is full says so at once: whoever waited for room would wait in the kernel.
        String table =
                "0 %s thin-pool %s %s %d %d 1 error_if_no_space"
                        .formatted(
                                sectors,
                                foundation.metadata(),
                                data,
                                facts.blockSectors(),
                                LOW_WATER_BLOCKS);
        mapper.create(facts.name(), facts.identity(), table);
    }

    private String told(String reason) {
        return "pool %s: %s".formatted(facts.name(), reason);
    }

    private static VolumeException taken(PoolRecord facts) {
        return new VolumeException(
                Kind.TAKEN,
                "the name %s should be free in device-mapper, and another device has it"
                        .formatted(facts.name()));
    }
}
