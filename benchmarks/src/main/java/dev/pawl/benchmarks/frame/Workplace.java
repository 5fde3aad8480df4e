package dev.pawl.benchmarks.frame;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/// Where benchmarks work: a directory on a real disk, the scale of everything, and where they say
/// how far they are.
public record Workplace(Path home, Scale scale, PrintStream progress) {
    /// Writing here reaches no disk, so nothing that is measured means anything.
    private static final Set<String> NO_DISKS = Set.of("tmpfs", "ramfs", "devtmpfs");

    /// Opens `home`, which is made if it does not exist, and warns if it is no disk.
    public static Workplace open(Path home, Scale scale, PrintStream progress) throws IOException {
        Path real = Files.createDirectories(home).toRealPath();
        Workplace place = new Workplace(real, scale, progress);
        Scratch.sweep(real);
        String type = Files.getFileStore(real).type();
        if (NO_DISKS.contains(type)) {
            place.say(
                    "warning: %s is on %s, where a sync costs nothing: give a directory on a disk"
                            .formatted(real, type));
        }
        return place;
    }

    public void say(String words) {
        progress.println("bench: " + words);
    }

    public Scratch scratch(String name) throws IOException {
        return Scratch.in(home, name);
    }
}
