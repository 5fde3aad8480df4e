package dev.pawl.images;

import dev.pawl.images.machine.ImageContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Archives for a simulation, created once, and their trees.
final class SampleArchives {
    static final String EVIL = "evil.tar";

    /// Two keys have the same content; the content of one changes.
    static final List<String> KEYS = List.of("one.tar", "same.tar", "changing.tar", EVIL);

    private final Path one;
    private final Path evil;
    private final List<Path> changing;
    private final Map<String, Path> trees = new HashMap<>();

    SampleArchives(Path directory) throws IOException {
        one = made(SampleRootfs.in(directory.resolve("one"), "one"));
        evil = made(SampleRootfs.in(directory.resolve("evil"), "evil").withSetuid());
        changing =
                List.of(
                        made(SampleRootfs.in(directory.resolve("red"), "red")),
                        made(SampleRootfs.in(directory.resolve("green"), "green")));
    }

    private Path made(SampleRootfs rootfs) throws IOException {
        Path tar = rootfs.tar(rootfs.tree().resolveSibling(rootfs.tree().getFileName() + ".tar"));
        trees.put(ImageContext.checksum(tar), rootfs.tree());
        return tar;
    }

    Map<String, Path> trees() {
        return Map.copyOf(trees);
    }

    Path first(String key) {
        return switch (key) {
            case EVIL -> evil;
            case "changing.tar" -> changing.getFirst();
            default -> one;
        };
    }

    /// Returns a random content of the changing key.
    Path another(RandomGenerator random) {
        return changing.get(random.nextInt(changing.size()));
    }
}
