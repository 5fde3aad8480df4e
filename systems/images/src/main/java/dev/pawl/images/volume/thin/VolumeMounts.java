package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.VolumeException.Kind;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Formats thin devices and mounts each at a directory with its name.
record VolumeMounts(DeviceTools tools, Path directory) {
    /// A new thin device reads as zeros, so nothing has to be zeroed.
    private static final String FRESH = "lazy_itable_init=1,lazy_journal_init=1,nodiscard";

    /// The files of an image get no privileges on this host, and no kernel thread fills the pool
    /// with empty inode tables.
    private static final String OPTIONS = "nosuid,nodev,noatime,noinit_itable";

    void format(ActiveDevice active) throws VolumeException, IOException {
        tools.run(Tool.MKFS, "-q", "-m", "0", "-E", FRESH, active.node().toString());
    }

    /// Mounts a device if needed, and returns its mount point as the mount table shows it.
    Path mount(ActiveDevice active) throws VolumeException, IOException {
        if (mounted(active).isEmpty()) {
            Path point = Files.createDirectories(point(active.name()));
            String node = active.node().toString();
            tools.run(Tool.MOUNT, "-t", "ext4", "-o", OPTIONS, node, point.toString());
        }
        return mounted(active)
                .orElseThrow(() ->
                        new VolumeException(
                                Kind.MISSING,
                                "expected %s to be mounted at %s, found that it is not"
                                        .formatted(active.node(), point(active.name()))));
    }

    /// Returns the mount point of a device; empty if nothing is mounted there.
    Optional<Path> mounted(ActiveDevice active) throws VolumeException, IOException {
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
                "expected / of device %2$s at %1$s, found %3$s of device %4$s"
                        .formatted(point, active.numbers(), seen.root(), seen.device()));
    }

    /// Unmounts a device, unless it is also mounted elsewhere.
    void unmount(ActiveDevice active) throws VolumeException, IOException {
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
                    "expected %s to be mounted only at %s, found it at %s"
                            .formatted(active.node(), point, each));
        }
        for (Path each : points) tools.run(Tool.UMOUNT, each.toString());
        removePoint(active.name());
    }

    /// Removes the directory of a mount that is gone, unless it has other contents.
    void removePoint(String name) throws IOException {
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
