package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.DiskSync;
import dev.pawl.images.volume.FoundVolume;
import dev.pawl.images.volume.Marker;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.Space;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.VolumeException.Kind;
import dev.pawl.images.volume.Volumes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Volumes that are thin devices with a file system, mounted while they are active.
///
/// The path of a volume is `/dev/mapper/NAME`, which users mount themselves; [#open] returns the
/// mount point inside the pool's directory. A snapshot shares all blocks with its volume until one
/// of them is written.
///
/// Thread-safe: one operation at a time, because no thread may resume a device that another one
/// suspends.
public final class ThinVolumes implements Volumes {
    /// A smaller file system has no space for its own metadata.
    static final long BYTES_MIN = 16 << 20;

    private static final int METADATA_BLOCK = 4096;

    private final ThinPool pool;
    private final DeviceMapper mapper;
    private final PoolDevices poolDevices;
    private final VolumeMounts mounts;
    private final Labels labels;

    ThinVolumes(
            ThinPool pool,
            DeviceMapper mapper,
            PoolDevices poolDevices,
            VolumeMounts mounts,
            Labels labels) {
        this.pool = pool;
        this.mapper = mapper;
        this.poolDevices = poolDevices;
        this.mounts = mounts;
        this.labels = labels;
    }

    @Override
    public String kind() {
        return "devicemapper";
    }

    @Override
    public synchronized Presence presence(Device device) throws VolumeException, IOException {
        if (mapper.active(device).filter(active -> !active.bare()).isPresent())
            return Presence.ACTIVE;
        return isIn(poolDevices.numbers(), device) ? Presence.INACTIVE : Presence.ABSENT;
    }

    /// An inactive volume is activated while its marker is read.
    @Override
    public synchronized Optional<Marker> marker(Device device) throws VolumeException, IOException {
        Presence before = presence(device);
        if (before == Presence.ABSENT || !labels.isComplete(device)) return Optional.empty();
        Optional<Marker> marker = Marker.in(mounts.mount(activated(device)));
        if (before == Presence.INACTIVE) deactivate(device);
        return marker;
    }

    @Override
    public synchronized void create(Device device, Marker marker)
            throws VolumeException, IOException {
        if (device.sizeBytes() < BYTES_MIN) {
            throw new VolumeException(
                    Kind.NO_SPACE,
                    "expected volume %s to have at least %d bytes, found %d"
                            .formatted(device.name(), BYTES_MIN, device.sizeBytes()));
        }
        refuseTaken(device, poolDevices.numbers());
        labels.write(device, false);
        try {
            mapper.send("create_thin " + device.id());
            ActiveDevice active = activated(device);
            mounts.format(active);
            Path top = mounts.mount(active);
            Files.deleteIfExists(top.resolve("lost+found"));
            complete(device, top, marker);
        } catch (VolumeException | IOException e) {
            refuseFull(e);
            throw e;
        }
    }

    @Override
    public synchronized Path open(Device device) throws VolumeException, IOException {
        // A partial volume may have no file system, so it is not mounted.
        if (labels.isLabelled(device) && !labels.isComplete(device)) {
            throw missing(device, "complete");
        }
        Path top = mounts.mount(activated(device));
        Marker.in(top).orElseThrow(() -> missing(device, "marked")).check(device);
        return top;
    }

    /// Not synchronized: it may take long, and conflicts with no other operation.
    @Override
    public void sync(Device device) throws VolumeException, IOException {
        ActiveDevice active =
                mapper.active(device).orElseThrow(() -> missing(device, "active to be written"));
        Path top = mounts.mounted(active).orElseThrow(() -> missing(device, "mounted"));
        try {
            DiskSync.forceTree(top);
        } catch (IOException e) {
            refuseFull(e);
            throw e;
        }
    }

    @Override
    public synchronized void snapshot(Device origin, Device snapshot, Marker marker)
            throws VolumeException, IOException {
        if (origin.sizeBytes() != snapshot.sizeBytes()) {
            throw new VolumeException(
                    Kind.FOREIGN,
                    "expected snapshot %s to have the %d bytes of volume %s, found %d"
                            .formatted(
                                    snapshot.name(),
                                    origin.sizeBytes(),
                                    origin.name(),
                                    snapshot.sizeBytes()));
        }
        Set<Integer> numbers = poolDevices.numbers();
        if (!isIn(numbers, origin) || !labels.isComplete(origin)) {
            throw missing(origin, "complete");
        }
        refuseTaken(snapshot, numbers);
        labels.write(snapshot, false);
        try {
            copy(origin, snapshot);
            Path top = mounts.mount(activated(snapshot));
            Marker.in(top).orElseThrow(() -> missing(origin, "marked")).check(origin);
            complete(snapshot, top, marker);
            deactivate(snapshot);
        } catch (VolumeException | IOException e) {
            refuseFull(e);
            throw e;
        }
    }

    @Override
    public void activate(Device device) throws VolumeException, IOException {
        open(device);
    }

    @Override
    public synchronized void deactivate(Device device) throws VolumeException, IOException {
        Optional<ActiveDevice> active = mapper.active(device);
        if (active.isPresent()) deactivate(active.get());
        mounts.removePoint(device.name());
    }

    synchronized void deactivateAll() throws VolumeException, IOException {
        for (ActiveDevice active : mapper.actives()) deactivate(active);
    }

    @Override
    public synchronized void delete(Device device) throws VolumeException, IOException {
        deactivate(device);
        if (labels.isLabelled(device)) forget(device.id());
    }

    @Override
    public Path path(Device device) {
        return ActiveDevice.node(device.name());
    }

    @Override
    public synchronized List<FoundVolume> found() throws VolumeException, IOException {
        List<ActiveDevice> actives = mapper.actives();
        List<FoundVolume> found = new ArrayList<>();
        for (int id : poolDevices.numbers()) {
            String called = labels.of(id).map(Labels.Label::name).orElse("");
            String name =
                    actives.stream()
                            .filter(active -> active.id() == id)
                            .map(ActiveDevice::name)
                            .findFirst()
                            .orElse(called);
            found.add(new FoundVolume(id, name));
        }
        return found;
    }

    @Override
    public synchronized void discard(FoundVolume found) throws VolumeException, IOException {
        if (found.id() < 1) {
            throw new IllegalArgumentException(
                    "a volume in a pool must have a number from 1, not " + found);
        }
        for (ActiveDevice active : mapper.actives())
            if (active.id() == found.id()) deactivate(active);
        forget(found.id());
    }

    @Override
    public Space space() throws VolumeException, IOException {
        PoolStatus status = pool.status();
        long block = pool.blockBytes();
        return new Space(
                status.dataTotal() * block,
                status.dataUsed() * block,
                status.metadataTotal() * METADATA_BLOCK,
                status.metadataUsed() * METADATA_BLOCK);
    }

    @Override
    public Optional<String> problem() {
        return pool.problem();
    }

    /// Returns the active device of a volume, and activates it if needed.
    private ActiveDevice activated(Device device) throws VolumeException, IOException {
        for (ActiveDevice active : mapper.actives()) {
            boolean sameName = active.name().equals(device.name());
            if (active.isOf(device) && !active.bare()) return resumed(active);
            if (active.isOf(device)) mapper.remove(active.name());
            else if (sameName || active.id() == device.id()) throw foreign(device, active);
        }
        if (!labels.isLabelled(device)) throw missing(device, "labelled");
        mapper.activate(device);
        return mapper.active(device).orElseThrow(() -> missing(device, "active"));
    }

    /// A process that crashed during a snapshot has left the origin suspended.
    private ActiveDevice resumed(ActiveDevice active) throws VolumeException, IOException {
        if (active.suspended()) mapper.resume(active);
        return active;
    }

    private void deactivate(ActiveDevice active) throws VolumeException, IOException {
        mounts.unmount(resumed(active));
        mapper.remove(active.name());
    }

    /// Deletes a number from the pool, and then its label.
    private void forget(int id) throws VolumeException, IOException {
        try {
            mapper.send("delete " + id);
        } catch (VolumeException e) {
            if (e.kind() != Kind.MISSING) throw e;
        }
        labels.remove(id);
    }

    /// Suspends an active origin, because a concurrent write would be torn.
    private void copy(Device origin, Device snapshot) throws VolumeException, IOException {
        String message = "create_snap %d %d".formatted(snapshot.id(), origin.id());
        Optional<ActiveDevice> active = mapper.active(origin).filter(each -> !each.bare());
        if (active.isEmpty()) {
            mapper.send(message);
            return;
        }
        mapper.suspend(active.get());
        try {
            mapper.send(message);
        } finally {
            mapper.resume(active.get());
        }
    }

    /// Writes the marker, and the label once the marker is on disk.
    private void complete(Device device, Path top, Marker marker) throws IOException {
        marker.write(top);
        DiskSync.forceTree(top);
        labels.write(device, true);
    }

    private boolean isIn(Set<Integer> numbers, Device device) throws IOException {
        return numbers.contains(device.id()) && labels.isLabelled(device);
    }

    private void refuseTaken(Device device, Set<Integer> numbers)
            throws VolumeException, IOException {
        boolean named =
                mapper.actives().stream().anyMatch(each -> each.name().equals(device.name()));
        if (!named && !numbers.contains(device.id())) return;
        throw new VolumeException(
                Kind.TAKEN,
                "expected number %d and name %s to be free in pool %s, found that the %s is taken"
                        .formatted(
                                device.id(),
                                device.name(),
                                pool.name(),
                                named ? "name" : "number"));
    }

    private VolumeException missing(Device device, String expected) {
        return new VolumeException(
                Kind.MISSING,
                "expected volume %s, number %d of pool %s, to be %s, found that it is not"
                        .formatted(device.name(), device.id(), pool.name(), expected));
    }

    private VolumeException foreign(Device device, ActiveDevice active)
            throws VolumeException, IOException {
        Optional<Path> top = mounts.mounted(active);
        Optional<Marker> marker = top.isPresent() ? Marker.in(top.get()) : Optional.empty();
        if (marker.isPresent()) marker.get().check(device);
        return new VolumeException(
                Kind.FOREIGN,
                "expected volume %s to be number %d of pool %s, found %s as number %d"
                        .formatted(
                                device.name(),
                                device.id(),
                                pool.name(),
                                active.name(),
                                active.id()));
    }

    /// A full pool makes writes fail in many ways; only its status shows that it is full.
    private void refuseFull(Exception error) throws VolumeException {
        try {
            if (!pool.status().isFull()) return;
        } catch (VolumeException | IOException e) {
            error.addSuppressed(e);
            return;
        }
        throw new VolumeException(
                Kind.NO_SPACE,
                "pool %s is full: %s".formatted(pool.name(), error.getMessage()),
                error);
    }
}
