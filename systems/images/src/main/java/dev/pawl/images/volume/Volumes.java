package dev.pawl.images.volume;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A volume storage.
///
/// All operations but [#snapshot] and [#create] are idempotent. A process that crashes during an
/// operation leaves either the previous state or a volume without a marker.
public interface Volumes {
    /// Returns the name of the backend: `directory` or `devicemapper`.
    String kind();

    Presence presence(Device device) throws VolumeException, IOException;

    /// Returns the marker of a volume; empty if the volume is absent or incomplete.
    Optional<Marker> marker(Device device) throws VolumeException, IOException;

    /// Creates an empty, active volume with a marker.
    void create(Device device, Marker marker) throws VolumeException, IOException;

    /// Returns the directory with the contents of a volume, after checking its marker. An inactive
    /// volume may become active, because a restart of the host deactivates volumes.
    Path open(Device device) throws VolumeException, IOException;

    /// Makes everything durable that was written to an open volume.
    void sync(Device device) throws VolumeException, IOException;

    /// Creates a copy of a volume with a marker of its own. The copy is inactive; the origin stays
    /// as it was.
    void snapshot(Device origin, Device snapshot, Marker marker)
            throws VolumeException, IOException;

    /// Makes a volume usable at [#path], also after a restart of the host.
    void activate(Device device) throws VolumeException, IOException;

    /// Makes a volume unusable; its contents stay.
    void deactivate(Device device) throws VolumeException, IOException;

    /// Deletes a volume with its contents, whatever state it is in.
    void delete(Device device) throws VolumeException, IOException;

    /// Returns the path at which an active volume can be used.
    Path path(Device device);

    /// Returns all volumes that exist, in whatever state, and the remains of volumes.
    List<FoundVolume> found() throws VolumeException, IOException;

    /// Deletes a found volume with its contents.
    void discard(FoundVolume found) throws VolumeException, IOException;

    Space space() throws VolumeException, IOException;

    /// Returns why the storage needs an operator before it can be used; empty if it is healthy.
    Optional<String> problem();
}
