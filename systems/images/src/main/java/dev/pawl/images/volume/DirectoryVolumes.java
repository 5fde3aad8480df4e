package dev.pawl.images.volume;

import dev.pawl.images.volume.VolumeException.Kind;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Volumes that are directories: they work on every host and need no privileges.
///
/// A volume is `volumes/NAME` with its contents in `data`; a link `active/NAME` marks it as active.
/// Both appear by one rename. A volume that is being created or deleted has a name that starts with
/// a dot, which no volume can have.
public final class DirectoryVolumes implements Volumes {
    private static final String DATA = "data";
    private static final String MAKING = ".making-";
    private static final String REMOVING = ".removing-";

    private final Path volumes;
    private final Path active;

    private DirectoryVolumes(Path base) {
        volumes = base.resolve("volumes");
        active = base.resolve("active");
    }

    /// Opens the volumes below a directory, which is created if it does not exist.
    public static DirectoryVolumes in(Path base) throws IOException {
        DirectoryVolumes opened = new DirectoryVolumes(base.toAbsolutePath().normalize());
        Files.createDirectories(opened.volumes);
        Files.createDirectories(opened.active);
        return opened;
    }

    @Override
    public String kind() {
        return "directory";
    }

    @Override
    public Presence presence(Device device) {
        if (!Files.isDirectory(directory(device.name()), LinkOption.NOFOLLOW_LINKS))
            return Presence.ABSENT;
        return Files.isSymbolicLink(path(device)) ? Presence.ACTIVE : Presence.INACTIVE;
    }

    @Override
    public Optional<Marker> marker(Device device) throws IOException {
        return marker(device.name());
    }

    private Optional<Marker> marker(String name) throws IOException {
        return Marker.in(data(name));
    }

    @Override
    public void create(Device device, Marker marker) throws VolumeException, IOException {
        Path temporary = temporary(device);
        Files.createDirectories(temporary.resolve(DATA));
        publish(device, temporary, marker);
        activate(device);
    }

    @Override
    public Path open(Device device) throws VolumeException, IOException {
        Optional<Marker> marker = marker(device);
        if (marker.isEmpty()) {
            throw new VolumeException(
                    Kind.MISSING,
                    "expected volume %s in %s, found none".formatted(device.name(), volumes));
        }
        marker.get().check(device);
        return data(device.name());
    }

    @Override
    public void sync(Device device) throws IOException {
        DiskSync.forceTree(directory(device.name()));
    }

    @Override
    public void snapshot(Device origin, Device snapshot, Marker marker)
            throws VolumeException, IOException {
        Path from = open(origin);
        Path temporary = temporary(snapshot);
        Files.createDirectory(temporary);
        TreeCopy.copy(from, temporary.resolve(DATA));
        publish(snapshot, temporary, marker);
    }

    @Override
    public void activate(Device device) throws VolumeException, IOException {
        Path data = open(device);
        if (Files.isSymbolicLink(path(device))) return;
        Path temporary = active.resolve(MAKING + device.name());
        Files.deleteIfExists(temporary);
        Files.createSymbolicLink(temporary, active.relativize(data));
        Files.move(temporary, path(device), StandardCopyOption.ATOMIC_MOVE);
        DiskSync.force(active);
    }

    @Override
    public void deactivate(Device device) throws IOException {
        deactivate(device.name());
    }

    private void deactivate(String name) throws IOException {
        if (Files.deleteIfExists(active.resolve(name))) DiskSync.force(active);
    }

    @Override
    public void delete(Device device) throws IOException {
        delete(device.name());
    }

    private void delete(String name) throws IOException {
        deactivate(name);
        Path removing = volumes.resolve(REMOVING + name);
        TreeDeletion.delete(removing);
        if (Files.isDirectory(directory(name), LinkOption.NOFOLLOW_LINKS)) {
            Files.move(directory(name), removing, StandardCopyOption.ATOMIC_MOVE);
            DiskSync.force(volumes);
        }
        TreeDeletion.delete(removing);
        TreeDeletion.delete(volumes.resolve(MAKING + name));
    }

    @Override
    public Path path(Device device) {
        return active.resolve(device.name());
    }

    @Override
    public List<FoundVolume> found() throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.list(volumes)) {
            files.map(path -> path.getFileName().toString())
                    .map(DirectoryVolumes::plain)
                    .forEach(names::add);
        }
        List<FoundVolume> found = new ArrayList<>();
        for (String name : names) {
            int id = marker(name).map(Marker::deviceId).orElse(0);
            found.add(new FoundVolume(id, name));
        }
        return found;
    }

    private static String plain(String name) {
        if (name.startsWith(MAKING)) return name.substring(MAKING.length());
        return name.startsWith(REMOVING) ? name.substring(REMOVING.length()) : name;
    }

    @Override
    public void discard(FoundVolume found) throws IOException {
        Device.checkName(found.name());
        delete(found.name());
    }

    @Override
    public Space space() throws IOException {
        FileStore store = Files.getFileStore(volumes);
        long total = store.getTotalSpace();
        return new Space(total, total - store.getUsableSpace(), 0, 0);
    }

    @Override
    public Optional<String> problem() {
        return Optional.empty();
    }

    /// Gives a complete volume its name, which must be free.
    private void publish(Device device, Path temporary, Marker marker)
            throws VolumeException, IOException {
        marker.write(temporary.resolve(DATA));
        DiskSync.forceTree(temporary);
        if (presence(device) != Presence.ABSENT) {
            throw new VolumeException(
                    Kind.TAKEN, "volume %s already exists".formatted(device.name()));
        }
        Files.move(temporary, directory(device.name()), StandardCopyOption.ATOMIC_MOVE);
        DiskSync.force(volumes);
    }

    /// Returns the empty temporary directory in which a volume is created.
    private Path temporary(Device device) throws IOException {
        Path temporary = volumes.resolve(MAKING + device.name());
        TreeDeletion.delete(temporary);
        return temporary;
    }

    private Path directory(String name) {
        return volumes.resolve(name);
    }

    private Path data(String name) {
        return directory(name).resolve(DATA);
    }
}
