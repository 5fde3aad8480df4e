package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Durable;
import dev.pawl.images.volume.Found;
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
/// A volume's path is `/dev/mapper/NAME`, for whoever mounts it; [#open] returns where this has it
/// mounted. A snapshot shares all blocks with its volume until one of them is written.
///
/// For many threads: one operation at a time, for a device that one of them suspends must not be
/// resumed by another.
public final class ThinVolumes implements Volumes {
    /// Below this a file system has no room for its own books.
    static final long BYTES_MIN = 16 << 20;

    private static final int METADATA_BLOCK = 4096;

    private final ThinPool pool;
    private final Mapper mapper;
    private final Census census;
    private final Mounting mounting;
    private final Labels labels;

    ThinVolumes(ThinPool pool, Mapper mapper, Census census, Mounting mounting, Labels labels) {
        this.pool = pool;
        this.mapper = mapper;
        this.census = census;
        this.mounting = mounting;
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
        return isIn(census.numbers(), device) ? Presence.INACTIVE : Presence.ABSENT;
    }

    /// A volume that is inactive is activated for as long as its marker is read.
    @Override
    public synchronized Optional<Marker> marker(Device device) throws VolumeException, IOException {
        Presence before = presence(device);
        if (before == Presence.ABSENT || !labels.isComplete(device)) return Optional.empty();
        Optional<Marker> marker = Marker.in(mounting.mount(lit(device)));
        if (before == Presence.INACTIVE) deactivate(device);
        return marker;
    }

    @Override
    public synchronized void create(Device device, Marker marker)
            throws VolumeException, IOException {
        if (device.sizeBytes() < BYTES_MIN) {
            throw new VolumeException(
                    Kind.NO_SPACE,
                    "volume %s should have at least %d bytes, and has %d"
                            .formatted(device.name(), BYTES_MIN, device.sizeBytes()));
        }
        refuseTaken(device, census.numbers());
        labels.write(device, false);
        try {
            mapper.message("create_thin " + device.id());
            Active active = lit(device);
            mounting.format(active);
            Path top = mounting.mount(active);
            Files.deleteIfExists(top.resolve("lost+found"));
            complete(device, top, marker);
        } catch (VolumeException | IOException e) {
            refuseFull(e);
            throw e;
        }
    }

    @Override
    public synchronized Path open(Device device) throws VolumeException, IOException {
        // Half a volume need not have a file system, so nobody tries to mount it.
        if (labels.isLabelled(device) && !labels.isComplete(device)) {
            throw missing(device, "complete");
        }
        Path top = mounting.mount(lit(device));
        Marker.in(top).orElseThrow(() -> missing(device, "marked")).check(device);
        return top;
    }

    /// Not one at a time: it may take long, and hinders nobody.
    @Override
    public void sync(Device device) throws VolumeException, IOException {
        Active active =
                mapper.active(device).orElseThrow(() -> missing(device, "active to be written"));
        Path top = mounting.mounted(active).orElseThrow(() -> missing(device, "mounted"));
        try {
            Durable.forceTree(top);
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
                    "snapshot %s should have the %d bytes of volume %s, and has %d"
                            .formatted(
                                    snapshot.name(),
                                    origin.sizeBytes(),
                                    origin.name(),
                                    snapshot.sizeBytes()));
        }
        Set<Integer> numbers = census.numbers();
        if (!isIn(numbers, origin) || !labels.isComplete(origin)) {
            throw missing(origin, "complete");
        }
        refuseTaken(snapshot, numbers);
        labels.write(snapshot, false);
        try {
            copy(origin, snapshot);
            Path top = mounting.mount(lit(snapshot));
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
        Optional<Active> active = mapper.active(device);
        if (active.isPresent()) off(active.get());
        mounting.leave(device.name());
    }

    synchronized void deactivateAll() throws VolumeException, IOException {
        for (Active active : mapper.actives()) off(active);
    }

    @Override
    public synchronized void delete(Device device) throws VolumeException, IOException {
        deactivate(device);
        if (labels.isLabelled(device)) forget(device.id());
    }

    @Override
    public Path path(Device device) {
        return Active.node(device.name());
    }

    @Override
    public synchronized List<Found> found() throws VolumeException, IOException {
        List<Active> actives = mapper.actives();
        List<Found> found = new ArrayList<>();
        for (int id : census.numbers()) {
            String called = labels.of(id).map(Labels.Label::name).orElse("");
            String name =
                    actives.stream()
                            .filter(active -> active.id() == id)
                            .map(Active::name)
                            .findFirst()
                            .orElse(called);
            found.add(new Found(id, name));
        }
        return found;
    }

    @Override
    public synchronized void discard(Found found) throws VolumeException, IOException {
        if (found.id() < 1) {
            throw new IllegalArgumentException(
                    "what is found in a pool has a number from 1 on, not " + found);
        }
        for (Active active : mapper.actives()) if (active.id() == found.id()) off(active);
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
    public Optional<String> trouble() {
        return pool.trouble();
    }

    /// Returns the volume as an active device, which nobody but the volume may be.
    private Active lit(Device device) throws VolumeException, IOException {
        for (Active active : mapper.actives()) {
            boolean sameName = active.name().equals(device.name());
            if (active.isOf(device) && !active.bare()) return awake(active);
            if (active.isOf(device)) mapper.remove(active.name());
            else if (sameName || active.id() == device.id()) throw foreign(device, active);
        }
        if (!labels.isLabelled(device)) throw missing(device, "labelled");
        mapper.activate(device);
        return mapper.active(device).orElseThrow(() -> missing(device, "active"));
    }

    /// A process that died while it made a snapshot has left the origin suspended.
    private Active awake(Active active) throws VolumeException, IOException {
        if (active.suspended()) mapper.resume(active);
        return active;
    }

    private void off(Active active) throws VolumeException, IOException {
        mounting.unmount(awake(active));
        mapper.remove(active.name());
    }

    /// Removes a number from the pool, and then its label.
    private void forget(int id) throws VolumeException, IOException {
        try {
            mapper.message("delete " + id);
        } catch (VolumeException e) {
            if (e.kind() != Kind.MISSING) throw e;
        }
        labels.remove(id);
    }

    /// What is written to an active origin in between would be torn: it is suspended.
    private void copy(Device origin, Device snapshot) throws VolumeException, IOException {
        String order = "create_snap %d %d".formatted(snapshot.id(), origin.id());
        Optional<Active> active = mapper.active(origin).filter(each -> !each.bare());
        if (active.isEmpty()) {
            mapper.message(order);
            return;
        }
        mapper.suspend(active.get());
        try {
            mapper.message(order);
        } finally {
            mapper.resume(active.get());
        }
    }

    /// Writes the marker, and when it is on the disk the label.
    private void complete(Device device, Path top, Marker marker) throws IOException {
        marker.write(top);
        Durable.forceTree(top);
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
                "number %d and name %s should be free in pool %s, and the %s is taken"
                        .formatted(
                                device.id(),
                                device.name(),
                                pool.name(),
                                named ? "name" : "number"));
    }

    private VolumeException missing(Device device, String expected) {
        return new VolumeException(
                Kind.MISSING,
                "volume %s, number %d of pool %s, should be %s, and is not"
                        .formatted(device.name(), device.id(), pool.name(), expected));
    }

    private VolumeException foreign(Device device, Active active)
            throws VolumeException, IOException {
        Optional<Path> top = mounting.mounted(active);
        Optional<Marker> marker = top.isPresent() ? Marker.in(top.get()) : Optional.empty();
        if (marker.isPresent()) marker.get().check(device);
        return new VolumeException(
                Kind.FOREIGN,
                "volume %s should be number %d of pool %s, and %s is number %d"
                        .formatted(
                                device.name(),
                                device.id(),
                                pool.name(),
                                active.name(),
                                active.id()));
    }

    /// A pool that is full says so nowhere but in its status: what is written fails in many ways.
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
