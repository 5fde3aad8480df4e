package dev.pawl.images.volume;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A place for volumes.
///
/// Everything but [#snapshot] and [#create] may be asked for again when it has been done before,
/// and is nothing then. A process that dies in the middle of one leaves either what was there
/// before, or a volume that is present and has no marker.
public interface Volumes {
    /// Returns the word for this kind of place: `directory`, `devicemapper`.
    String kind();

    Presence presence(Device device) throws VolumeException, IOException;

    /// Returns what the volume says of itself; empty if it is absent or was never completed.
    Optional<Marker> marker(Device device) throws VolumeException, IOException;

    /// Makes an empty volume, active, with a marker.
    void create(Device device, Marker marker) throws VolumeException, IOException;

    /// Returns the directory in which the contents of a volume are, after its marker has proven
    /// that it is this volume. One that is inactive may become active: the machine's restart has
    /// switched it off.
    Path open(Device device) throws VolumeException, IOException;

    /// Makes everything durable that was written into an open volume.
    void sync(Device device) throws VolumeException, IOException;

    /// Makes a copy of a volume as it is now, with a marker of its own; neither is active
    /// afterwards unless it was before.
    void snapshot(Device origin, Device snapshot, Marker marker)
            throws VolumeException, IOException;

    /// Makes a volume usable at [#path], also after the machine was started anew.
    void activate(Device device) throws VolumeException, IOException;

    /// Closes a volume and makes it unusable; its contents stay.
    void deactivate(Device device) throws VolumeException, IOException;

    /// Removes a volume with its contents, whatever state it is in.
    void delete(Device device) throws VolumeException, IOException;

    /// Returns where an active volume can be used.
    Path path(Device device);

    /// Returns all that is present: volumes, whatever state they are in, and what is left of some.
    List<Found> found() throws VolumeException, IOException;

    /// Removes what was found, with its contents.
    void discard(Found found) throws VolumeException, IOException;

    Space space() throws VolumeException, IOException;

    /// Returns why nothing more should be done here until somebody has looked; empty if all is
    /// well.
    Optional<String> trouble();
}
