package dev.pawl.images.volume;

import dev.pawl.images.volume.VolumeException.Kind;
import dev.pawl.images.volume.VolumeFaults.Operation;
import dev.pawl.images.volume.VolumeFaults.Side;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Volumes whose states and markers are in memory, with injected faults and bounded space.
///
/// Their contents are directories below a scratch directory, since archives are unpacked to real
/// paths. They survive a crash of the engine, as a disk does, and [#reboot] deactivates them all.
/// Stricter than directories: an inactive volume cannot be opened. Not thread-safe.
public final class MemoryVolumes implements Volumes {
    private volatile @Nullable String problem;
    private final Path scratch;
    private long bytesMax;
    private final Map<String, Kept> kept = new TreeMap<>();
    private final List<String> made = new ArrayList<>();
    private VolumeFaults faults = VolumeFaults.NONE;
    private int gone;

    private MemoryVolumes(Path scratch, long bytesMax) {
        this.scratch = scratch;
        this.bytesMax = bytesMax;
    }

    /// Creates a storage with a number of bytes, with contents below `scratch`.
    public static MemoryVolumes in(Path scratch, long bytesMax) throws IOException {
        return new MemoryVolumes(Files.createDirectories(scratch).toRealPath(), bytesMax);
    }

    /// Injects these faults from now on.
    public void faults(VolumeFaults next) {
        faults = next;
    }

    /// Sets the size of the storage.
    public void room(long bytes) {
        bytesMax = bytes;
    }

    /// Deactivates everything, as a reboot does.
    public void reboot() {
        kept.replaceAll((_, volume) -> volume.switched(false));
    }

    /// Loses a volume, as a broken disk does.
    public void lose(String name) throws IOException {
        if (kept.remove(name) == null) return;
        Files.move(contents(name), scratch.resolve(".gone-" + ++gone));
    }

    /// Returns the names of all created volumes in order; a recreated volume occurs again.
    public List<String> made() {
        return List.copyOf(made);
    }

    /// Returns the directory with the contents of a volume, active or not.
    public Path contents(String name) {
        return scratch.resolve(name);
    }

    /// Returns the marker of a volume without injecting faults.
    public Optional<Marker> seen(String name) {
        return Optional.ofNullable(kept.get(name)).map(Kept::marker);
    }

    @Override
    public String kind() {
        return "memory";
    }

    @Override
    public Presence presence(Device device) throws VolumeException, IOException {
        return at(
                Operation.PRESENCE,
                device,
                () -> {
                    Kept found = kept.get(device.name());
                    if (found == null) return Presence.ABSENT;
                    return found.active() ? Presence.ACTIVE : Presence.INACTIVE;
                });
    }

    @Override
    public Optional<Marker> marker(Device device) throws VolumeException, IOException {
        return at(Operation.MARKER, device, () -> seen(device.name()));
    }

    @Override
    public void create(Device device, Marker marker) throws VolumeException, IOException {
        faults.at(Operation.CREATE, Side.BEFORE, device);
        requireFree(device);
        requireRoom(1);
        Files.createDirectory(contents(device.name()));
        appear(Operation.CREATE, device, new Kept(device.id(), marker, true));
    }

    @Override
    public Path open(Device device) throws VolumeException, IOException {
        return at(
                Operation.OPEN,
                device,
                () -> {
                    if (!required(device).active()) {
                        throw missing("volume %s is not active".formatted(device.name()));
                    }
                    return contents(device.name());
                });
    }

    @Override
    public void sync(Device device) throws VolumeException, IOException {
        faults.at(Operation.SYNC, Side.BEFORE, device);
        requireRoom(0);
        faults.at(Operation.SYNC, Side.AFTER, device);
    }

    @Override
    public void snapshot(Device origin, Device snapshot, Marker marker)
            throws VolumeException, IOException {
        faults.at(Operation.SNAPSHOT, Side.BEFORE, snapshot);
        Kept ignored = required(origin);
        requireFree(snapshot);
        requireRoom(bytes(contents(origin.name())));
        TreeCopy.copy(contents(origin.name()), contents(snapshot.name()));
        appear(Operation.SNAPSHOT, snapshot, new Kept(snapshot.id(), marker, false));
    }

    @Override
    public void activate(Device device) throws VolumeException, IOException {
        faults.at(Operation.ACTIVATE, Side.BEFORE, device);
        kept.put(device.name(), required(device).switched(true));
        faults.at(Operation.ACTIVATE, Side.AFTER, device);
    }

    @Override
    public void deactivate(Device device) throws VolumeException, IOException {
        faults.at(Operation.DEACTIVATE, Side.BEFORE, device);
        kept.computeIfPresent(device.name(), (_, volume) -> volume.switched(false));
        faults.at(Operation.DEACTIVATE, Side.AFTER, device);
    }

    @Override
    public void delete(Device device) throws VolumeException, IOException {
        faults.at(Operation.DELETE, Side.BEFORE, device);
        remove(device);
        faults.at(Operation.DELETE, Side.AFTER, device);
    }

    @Override
    public Path path(Device device) {
        return contents(device.name());
    }

    @Override
    public List<FoundVolume> found() {
        List<FoundVolume> all = new ArrayList<>();
        kept.forEach((name, volume) -> all.add(new FoundVolume(volume.id(), name)));
        return all;
    }

    @Override
    public void discard(FoundVolume found) throws VolumeException, IOException {
        delete(new Device(found.id(), found.name(), 1));
    }

    @Override
    public Space space() throws IOException {
        return new Space(bytesMax, Math.min(bytesMax, bytes(scratch)), 0, 0);
    }

    @Override
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    /// Makes the storage unhealthy, or healthy again.
    public void problem(@Nullable String why) {
        problem = why;
    }

    /// Adds a volume: first without its marker, as one that is being created.
    private void appear(Operation operation, Device device, Kept volume)
            throws VolumeException, IOException {
        made.add(device.name());
        kept.put(device.name(), new Kept(device.id(), null, false));
        faults.at(operation, Side.HALFWAY, device);
        kept.put(device.name(), volume);
        faults.at(operation, Side.AFTER, device);
    }

    /// Removes the marker first. Contents are renamed instead of deleted: a directory may forbid
    /// that.
    private void remove(Device device) throws VolumeException, IOException {
        if (!kept.containsKey(device.name())) return;
        kept.put(device.name(), new Kept(device.id(), null, false));
        faults.at(Operation.DELETE, Side.HALFWAY, device);
        Files.move(contents(device.name()), scratch.resolve(".gone-" + ++gone));
        kept.remove(device.name());
    }

    private Kept required(Device device) throws VolumeException {
        Kept found = kept.get(device.name());
        Marker marker = found == null ? null : found.marker();
        if (found == null || marker == null) {
            throw missing("there is no volume %s in memory".formatted(device.name()));
        }
        if (found.id() == device.id()) return found;
        throw new VolumeException(
                Kind.FOREIGN,
                "expected volume %s to be number %d, found the marker of number %d of %s"
                        .formatted(device.name(), device.id(), found.id(), marker.imageId()));
    }

    private static VolumeException missing(String message) {
        return new VolumeException(Kind.MISSING, message);
    }

    private void requireFree(Device device) throws VolumeException {
        for (Map.Entry<String, Kept> each : kept.entrySet()) {
            if (each.getKey().equals(device.name()) || each.getValue().id() == device.id()) {
                throw new VolumeException(
                        Kind.TAKEN,
                        "there is a volume %s, number %d, already"
                                .formatted(each.getKey(), each.getValue().id()));
            }
        }
    }

    private void requireRoom(long more) throws VolumeException, IOException {
        long used = bytes(scratch);
        if (used + more <= bytesMax) return;
        throw new VolumeException(
                Kind.NO_SPACE,
                "expected room for %d bytes of volumes, found %d bytes too few"
                        .formatted(used + more, used + more - bytesMax));
    }

    /// Counts the contents of volumes; deleted contents do not count.
    private static long bytes(Path root) throws IOException {
        long sum = 0;
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.toList()) {
                boolean counts = !each.toString().contains("/.gone-");
                if (counts && Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)) {
                    sum += Files.size(each);
                }
            }
        }
        return sum;
    }

    private <T> T at(Operation operation, Device device, Answer<T> answer)
            throws VolumeException, IOException {
        faults.at(operation, Side.BEFORE, device);
        T value = answer.give();
        faults.at(operation, Side.AFTER, device);
        return value;
    }

    private interface Answer<T> {
        T give() throws VolumeException, IOException;
    }

    /// The state of a volume; a volume without a marker was never completed.
    private record Kept(int id, @Nullable Marker marker, boolean active) {
        Kept switched(boolean on) {
            return new Kept(id, marker, on);
        }
    }
}
