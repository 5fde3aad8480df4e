package dev.pawl.images.volume;

import dev.pawl.images.volume.VolumeException.Kind;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Volumes that are directories: for every machine, and without privileges.
///
/// A volume is `volumes/NAME` with its contents in `data`; a link `active/NAME` says that it is
/// active. Both appear by one rename. What is being made or removed has a name of its own that
/// begins with a dot, which nobody can ask for.
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

    /// Opens the volumes below a directory, which is made if there is none.
    public static DirectoryVolumes in(Path base) throws IOException {
        DirectoryVolumes made = new DirectoryVolumes(base.toAbsolutePath().normalize());
        Files.createDirectories(made.volumes);
        Files.createDirectories(made.active);
        return made;
    }

    @Override
    public String kind() {
        return "directory";
    }

    @Override
    public Presence presence(Device device) {
        if (!Files.isDirectory(place(device.name()), LinkOption.NOFOLLOW_LINKS))
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
        Path making = making(device);
        Files.createDirectories(making.resolve(DATA));
        appear(device, making, marker);
        activate(device);
    }

    @Override
    public Path open(Device device) throws VolumeException, IOException {
        Optional<Marker> marker = marker(device);
        if (marker.isEmpty()) {
            throw new VolumeException(
                    Kind.MISSING, "there is no volume %s in %s".formatted(device.name(), volumes));
        }
        marker.get().check(device);
        return data(device.name());
    }

    @Override
    public void sync(Device device) throws IOException {
        Durable.forceTree(place(device.name()));
    }

    @Override
    public void snapshot(Device origin, Device snapshot, Marker marker)
            throws VolumeException, IOException {
        Path from = open(origin);
        Path making = making(snapshot);
        Files.createDirectory(making);
        TreeCopy.copy(from, making.resolve(DATA));
        appear(snapshot, making, marker);
    }

    @Override
    public void activate(Device device) throws VolumeException, IOException {
        Path data = open(device);
        if (Files.isSymbolicLink(path(device))) return;
        Path making = active.resolve(MAKING + device.name());
        Files.deleteIfExists(making);
        Files.createSymbolicLink(making, active.relativize(data));
        Files.move(making, path(device), StandardCopyOption.ATOMIC_MOVE);
        Durable.force(active);
    }

    @Override
    public void deactivate(Device device) throws IOException {
        deactivate(device.name());
    }

    private void deactivate(String name) throws IOException {
        if (Files.deleteIfExists(active.resolve(name))) Durable.force(active);
    }

    @Override
    public void delete(Device device) throws IOException {
        delete(device.name());
    }

    private void delete(String name) throws IOException {
        deactivate(name);
        Path removing = volumes.resolve(REMOVING + name);
        remove(removing);
        if (Files.isDirectory(place(name), LinkOption.NOFOLLOW_LINKS)) {
            Files.move(place(name), removing, StandardCopyOption.ATOMIC_MOVE);
            Durable.force(volumes);
        }
        remove(removing);
        remove(volumes.resolve(MAKING + name));
    }

    @Override
    public Path path(Device device) {
        return active.resolve(device.name());
    }

    @Override
    public List<Found> found() throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.list(volumes)) {
            files.map(path -> path.getFileName().toString())
                    .map(DirectoryVolumes::plain)
                    .forEach(names::add);
        }
        List<Found> found = new ArrayList<>();
        for (String name : names) {
            int id = marker(name).map(Marker::deviceId).orElse(0);
            found.add(new Found(id, name));
        }
        return found;
    }

    private static String plain(String name) {
        if (name.startsWith(MAKING)) return name.substring(MAKING.length());
        return name.startsWith(REMOVING) ? name.substring(REMOVING.length()) : name;
    }

    @Override
    public void discard(Found found) throws IOException {
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
    public Optional<String> trouble() {
        return Optional.empty();
    }

    /// Gives a volume that is complete its name, which nothing else may have.
    private void appear(Device device, Path making, Marker marker)
            throws VolumeException, IOException {
        marker.write(making.resolve(DATA));
        Durable.forceTree(making);
        if (presence(device) != Presence.ABSENT) {
            throw new VolumeException(
                    Kind.TAKEN, "there is a volume %s already".formatted(device.name()));
        }
        Files.move(making, place(device.name()), StandardCopyOption.ATOMIC_MOVE);
        Durable.force(volumes);
    }

    /// Returns the place where a volume is made, with nothing in it.
    private Path making(Device device) throws IOException {
        Path making = volumes.resolve(MAKING + device.name());
        remove(making);
        return making;
    }

    private Path place(String name) {
        return volumes.resolve(name);
    }

    private Path data(String name) {
        return place(name).resolve(DATA);
    }

    /// Removes a tree, also one whose directories forbid it.
    private static void remove(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) return;
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path directory, BasicFileAttributes attributes) throws IOException {
                        if (!Files.isWritable(directory) || !Files.isExecutable(directory)) {
                            Files.setPosixFilePermissions(
                                    directory, PosixFilePermissions.fromString("rwx------"));
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path directory, IOException error)
                            throws IOException {
                        if (error != null) throw error;
                        Files.delete(directory);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
