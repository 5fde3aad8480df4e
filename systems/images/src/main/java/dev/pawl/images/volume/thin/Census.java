package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.VolumeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Asks which numbers a pool has, active or not.
///
/// They are read from a copy of the metadata as of one moment, of which a pool can have one at a
/// time. It is given back whatever happens; one that a process left behind is given back first.
record Census(Toolbox tools, Mapper mapper, Path metadata) {
    private static final String RESERVE = "reserve_metadata_snap";
    private static final String RELEASE = "release_metadata_snap";

    Set<Integer> numbers() throws VolumeException, IOException {
        if (mapper.ask(RESERVE).says("busy")) mapper.ask(RELEASE);
        else return read();
        mapper.message(RESERVE);
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
            mapper.message(RELEASE);
        }
        Set<Integer> numbers = new TreeSet<>();
        for (String line : lines) numbers.add(Integer.valueOf(line));
        return numbers;
    }
}
