package dev.pawl.benchmarks.harness;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/// Where benchmarks work: a directory on a real disk, the scale of the work, and where progress is
/// printed.
public record BenchContext(Path home, Scale scale, PrintStream progress) {
    /// File systems in memory, on which figures are meaningless.
    private static final Set<String> NO_DISKS = Set.of("tmpfs", "ramfs", "devtmpfs");

    /// Opens `home`, which is created if it does not exist, and warns if it is not on a disk.
    public static BenchContext open(Path home, Scale scale, PrintStream progress)
            throws IOException {
        Path real = Files.createDirectories(home).toRealPath();
        BenchContext place = new BenchContext(real, scale, progress);
        Scratch.sweep(real);
        String type = Files.getFileStore(real).type();
        if (NO_DISKS.contains(type)) {
            place.say(
                    "warning: %s is on %s, where a sync costs nothing: use a directory on a disk"
                            .formatted(real, type));
        }
        return place;
    }

    public void say(String line) {
        progress.println("bench: " + line);
    }

    public Scratch scratch(String name) throws IOException {
        return Scratch.in(home, name);
    }
}
