package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.VolumeException.Kind;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Formats thin devices, and mounts each at a directory with its name.
record Mounting(Toolbox tools, Path directory) {
    /// A new thin device reads as zeros, so nothing has to be zeroed.
    private static final String FRESH = "lazy_itable_init=1,lazy_journal_init=1,nodiscard";

    /// What is in an image gains no rights on this machine, and no kernel thread fills the pool
    /// with empty inode tables.
    private static final String OPTIONS = "nosuid,nodev,noatime,noinit_itable";

    void format(Active active) throws VolumeException, IOException {
        tools.run(Tool.MKFS, "-q", "-m", "0", "-E", FRESH, active.node().toString());
    }

    /// Mounts a device unless it is, and returns where, when the mount table proves it.
    Path mount(Active active) throws VolumeException, IOException {
        if (mounted(active).isEmpty()) {
            Path point = Files.createDirectories(point(active.name()));
            String node = active.node().toString();
            tools.run(Tool.MOUNT, "-t", "ext4", "-o", OPTIONS, node, point.toString());
        }
        return mounted(active)
                .orElseThrow(() ->
                        new VolumeException(
                                Kind.MISSING,
                                "%s should be mounted at %s, and is not"
                                        .formatted(active.node(), point(active.name()))));
    }

    /// Returns where a device is mounted; empty if nothing is mounted there.
    Optional<Path> mounted(Active active) throws VolumeException, IOException {
        Path point = point(active.name());
        List<Mount> there =
                tools.mounts().stream().filter(mount -> mount.point().equals(point)).toList();
        if (there.isEmpty()) return Optional.empty();
        Mount seen = there.getLast();
        if (seen.device().equals(active.numbers()) && seen.root().equals("/")) {
            return Optional.of(point);
        }
        throw new VolumeException(
                Kind.FOREIGN,
                "at %s there should be / of device %s, and there is %s of device %s"
                        .formatted(point, active.numbers(), seen.root(), seen.device()));
    }

    /// Unmounts a device, unless somebody has mounted it elsewhere too.
    void unmount(Active active) throws VolumeException, IOException {
        Path point = point(active.name());
        List<Path> points =
                tools.mounts().stream()
                        .filter(mount -> mount.device().equals(active.numbers()))
                        .map(Mount::point)
                        .toList();
        for (Path each : points) {
            if (each.equals(point)) continue;
            throw new VolumeException(
                    Kind.TRANSIENT,
                    "%s should be mounted nowhere but at %s, and is mounted at %s"
                            .formatted(active.node(), point, each));
        }
        for (Path each : points) tools.run(Tool.UMOUNT, each.toString());
        leave(active.name());
    }

    /// Removes the place of a mount that is gone; what somebody has put there stays.
    void leave(String name) throws IOException {
        try {
            Files.deleteIfExists(point(name));
        } catch (DirectoryNotEmptyException e) {
            return;
        }
    }

    private Path point(String name) {
        return directory.resolve(name);
    }
}
