package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.Device;
import java.nio.file.Path;

/// A thin device of the pool that device-mapper has loaded.
///
/// @param numbers the numbers of the block device, as in `253:1`
/// @param bare whether it has no table, because its creation was interrupted
record ActiveDevice(String name, int id, String numbers, boolean suspended, boolean bare) {
    private static final Path NODES = Path.of("/dev/mapper");

    /// Returns the path of the device with this name.
    static Path node(String name) {
        return NODES.resolve(name);
    }

    Path node() {
        return node(name);
    }

    boolean isOf(Device device) {
        return id == device.id() && name.equals(device.name());
    }
}
