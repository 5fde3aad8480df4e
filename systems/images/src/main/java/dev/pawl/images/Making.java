package dev.pawl.images;

import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Marker;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.Volumes;
import java.io.IOException;
import java.util.Optional;

/// A volume that one run makes, and what may stand in its place.
///
/// What the run has made before is kept, what is left of an earlier run for the same image is
/// removed, and what says that it is of another image is never touched. A volume without a marker
/// is one that was never completed under this name and number.
record Making(Volumes volumes, Device device, Marker mine) {

    /// Makes the volume by `effect`, unless this run has made it.
    void by(Effect effect) throws VolumeException, IOException {
        if (isThere()) {
            if (volumes.marker(device).equals(Optional.of(mine))) return;
            if (isForeign()) {
                throw new VolumeException(
                        VolumeException.Kind.TAKEN,
                        "volume %s, number %d, should be one of image %s, and says that it is %s"
                                .formatted(
                                        device.name(),
                                        device.id(),
                                        mine.imageId(),
                                        volumes.marker(device).orElseThrow()));
            }
            volumes.delete(device);
        }
        effect.make(device, mine);
    }

    /// Removes the volume, in whatever state it is, unless it is of another image.
    void undo() throws VolumeException, IOException {
        if (!isForeign()) volumes.delete(device);
    }

    /// Returns whether it is there and says what it should.
    boolean isWhole() throws VolumeException, IOException {
        return isThere()
                && volumes.marker(device)
                        .filter(marker -> marker.imageId().equals(mine.imageId()))
                        .filter(marker -> marker.deviceId() == device.id())
                        .isPresent();
    }

    private boolean isThere() throws VolumeException, IOException {
        return volumes.presence(device) != Presence.ABSENT;
    }

    private boolean isForeign() throws VolumeException, IOException {
        return volumes.marker(device)
                .filter(marker -> !marker.imageId().equals(mine.imageId()))
                .isPresent();
    }

    /// How the volume comes to be.
    interface Effect {
        void make(Device device, Marker marker) throws VolumeException, IOException;
    }
}
