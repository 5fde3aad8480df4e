package dev.pawl.images.machine;

import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Marker;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.Volumes;
import dev.pawl.machine.Attempt;
import java.io.IOException;
import java.util.Optional;

/// Creates the volume of one run exactly once, whatever earlier attempts have left.
///
/// A volume that this run created is kept, one that an earlier run for the same image left is
/// deleted, and one with the marker of another image is never touched. A volume without a marker
/// was never completed.
record VolumeCreation(Volumes volumes, Device device, Marker mine) {

    /// Returns the creation of a device by the run of an attempt.
    static VolumeCreation by(
            Attempt<?, ?> attempt, Volumes volumes, Device device, String imageId) {
        Marker mine = new Marker(imageId, device.id(), attempt.id().toString());
        return new VolumeCreation(volumes, device, mine);
    }

    /// Creates the volume by `effect`, unless this run has created it.
    void ensure(Effect effect) throws VolumeException, IOException {
        if (exists()) {
            if (volumes.marker(device).equals(Optional.of(mine))) return;
            if (isForeign()) {
                throw new VolumeException(
                        VolumeException.Kind.TAKEN,
                        "expected volume %s, number %d, to belong to image %s, found the marker %s"
                                .formatted(
                                        device.name(),
                                        device.id(),
                                        mine.imageId(),
                                        volumes.marker(device).orElseThrow()));
            }
            volumes.delete(device);
        }
        effect.create(device, mine);
    }

    /// Deletes the volume in whatever state it is, unless it belongs to another image.
    void undo() throws VolumeException, IOException {
        if (!isForeign()) volumes.delete(device);
    }

    /// Returns whether the volume exists and has the expected marker.
    boolean isComplete() throws VolumeException, IOException {
        return exists()
                && volumes.marker(device)
                        .filter(marker -> marker.imageId().equals(mine.imageId()))
                        .filter(marker -> marker.deviceId() == device.id())
                        .isPresent();
    }

    private boolean exists() throws VolumeException, IOException {
        return volumes.presence(device) != Presence.ABSENT;
    }

    private boolean isForeign() throws VolumeException, IOException {
        return volumes.marker(device)
                .filter(marker -> !marker.imageId().equals(mine.imageId()))
                .isPresent();
    }

    /// Creates the volume itself.
    interface Effect {
        void create(Device device, Marker marker) throws VolumeException, IOException;
    }
}
