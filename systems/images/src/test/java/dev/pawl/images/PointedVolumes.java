package dev.pawl.images;

import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Found;
import dev.pawl.images.volume.Marker;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.Space;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.Volumes;
import dev.pawl.testkit.CrashMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Volumes before and after each change of which the process may die.
record PointedVolumes(Volumes real, CrashMatrix.Points points) implements Volumes {
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
        points.here();
        real.create(device, marker);
        points.here();
    }

    @Override
    public Path open(Device device) throws VolumeException, IOException {
        return real.open(device);
    }

    @Override
    public void sync(Device device) throws VolumeException, IOException {
        points.here();
        real.sync(device);
        points.here();
    }

    @Override
    public void snapshot(Device origin, Device snapshot, Marker marker)
            throws VolumeException, IOException {
        points.here();
        real.snapshot(origin, snapshot, marker);
        points.here();
    }

    @Override
    public void activate(Device device) throws VolumeException, IOException {
        points.here();
        real.activate(device);
        points.here();
    }

    @Override
    public void deactivate(Device device) throws VolumeException, IOException {
        points.here();
        real.deactivate(device);
        points.here();
    }

    @Override
    public void delete(Device device) throws VolumeException, IOException {
        points.here();
        real.delete(device);
        points.here();
    }

    @Override
    public Path path(Device device) {
        return real.path(device);
    }

    @Override
    public List<Found> found() throws VolumeException, IOException {
        return real.found();
    }

    @Override
    public void discard(Found found) throws VolumeException, IOException {
        points.here();
        real.discard(found);
        points.here();
    }

    @Override
    public Optional<String> trouble() {
        return real.trouble();
    }

    @Override
    public Space space() throws VolumeException, IOException {
        return real.space();
    }
}
