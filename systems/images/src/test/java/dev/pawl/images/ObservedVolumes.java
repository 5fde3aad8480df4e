package dev.pawl.images;

import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.FoundVolume;
import dev.pawl.images.volume.Marker;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.Space;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.Volumes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Volumes that call an observer before and after each change, with the name of the change.
record ObservedVolumes(Volumes real, Consumer<String> point) implements Volumes {
    @Override
    public String kind() {
        return real.kind();
    }

    @Override
    public Presence presence(Device device) throws VolumeException, IOException {
        return real.presence(device);
    }

    @Override
    public Optional<Marker> marker(Device device) throws VolumeException, IOException {
        return real.marker(device);
    }

    @Override
    public void create(Device device, Marker marker) throws VolumeException, IOException {
        point.accept("create");
        real.create(device, marker);
        point.accept("create");
    }

    @Override
    public Path open(Device device) throws VolumeException, IOException {
        return real.open(device);
    }

    @Override
    public void sync(Device device) throws VolumeException, IOException {
        point.accept("sync");
        real.sync(device);
        point.accept("sync");
    }

    @Override
    public void snapshot(Device origin, Device snapshot, Marker marker)
            throws VolumeException, IOException {
        point.accept("snapshot");
        real.snapshot(origin, snapshot, marker);
        point.accept("snapshot");
    }

    @Override
    public void activate(Device device) throws VolumeException, IOException {
        point.accept("activate");
        real.activate(device);
        point.accept("activate");
    }

    @Override
    public void deactivate(Device device) throws VolumeException, IOException {
        point.accept("deactivate");
        real.deactivate(device);
        point.accept("deactivate");
    }

    @Override
    public void delete(Device device) throws VolumeException, IOException {
        point.accept("delete");
        real.delete(device);
        point.accept("delete");
    }

    @Override
    public Path path(Device device) {
        return real.path(device);
    }

    @Override
    public List<FoundVolume> found() throws VolumeException, IOException {
        return real.found();
    }

    @Override
    public void discard(FoundVolume found) throws VolumeException, IOException {
        point.accept("discard");
        real.discard(found);
        point.accept("discard");
    }

    @Override
    public Optional<String> problem() {
        return real.problem();
    }

    @Override
    public Space space() throws VolumeException, IOException {
        return real.space();
    }
}
