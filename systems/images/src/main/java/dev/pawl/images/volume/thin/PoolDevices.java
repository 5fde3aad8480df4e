package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.VolumeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Lists the numbers of a pool, active or not.
///
/// They are read from a metadata snapshot, of which a pool can have one at a time. It is always
/// released; one that a crashed process left is released first.
record PoolDevices(DeviceTools tools, DeviceMapper mapper, Path metadata) {
    private static final String RESERVE = "reserve_metadata_snap";
    private static final String RELEASE = "release_metadata_snap";

    Set<Integer> numbers() throws VolumeException, IOException {
        if (mapper.sendOnce(RESERVE).says("busy")) mapper.sendOnce(RELEASE);
        else return read();
        mapper.send(RESERVE);
        return read();
    }

    private Set<Integer> read() throws VolumeException, IOException {
        List<String> lines;
        try {
            lines =
                    tools.run(
                                    Tool.THIN_LS,
                                    "--metadata-snap",
                                    "--no-headers",
                                    "--format",
                                    "DEV",
                                    metadata.toString())
                            .lines()
                            .map(String::strip)
                            .filter(line -> !line.isEmpty())
                            .toList();
        } finally {
            mapper.send(RELEASE);
        }
        Set<Integer> numbers = new TreeSet<>();
        for (String line : lines) numbers.add(Integer.valueOf(line));
        return numbers;
    }
}
