package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.VolumeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Attaches files as block devices.
record LoopDevices(DeviceTools tools) {

    /// Returns the device of a file, and attaches the file if it has none.
    Path attach(String file) throws VolumeException, IOException {
        Optional<Path> attached = attached(file);
        if (attached.isPresent()) return attached.get();
        return Path.of(tools.run(Tool.LOSETUP, "--find", "--show", file).strip());
    }

    void detach(String file) throws VolumeException, IOException {
        Optional<Path> attached = attached(file);
        if (attached.isPresent()) tools.run(Tool.LOSETUP, "--detach", attached.get().toString());
    }

    private Optional<Path> attached(String file) throws VolumeException, IOException {
        return tools.run(Tool.LOSETUP, "--noheadings", "--output", "NAME", "--associated", file)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .map(Path::of);
    }
}
