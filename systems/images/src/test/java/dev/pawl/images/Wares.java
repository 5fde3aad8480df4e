package dev.pawl.images;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Archives for a simulation, made once, and the trees that they were made of.
final class Wares {
    static final String EVIL = "evil.tar";

    /// Two keys have the same content; one has another content now and then.
    static final List<String> KEYS = List.of("one.tar", "same.tar", "changing.tar", EVIL);

    private final Path one;
    private final Path evil;
    private final List<Path> changing;
    private final Map<String, Path> trees = new HashMap<>();

    Wares(Path directory) throws IOException {
        one = made(Rootfs.in(directory.resolve("one"), "one"));
        evil = made(Rootfs.in(directory.resolve("evil"), "evil").withSetuid());
        changing =
                List.of(
                        made(Rootfs.in(directory.resolve("red"), "red")),
                        made(Rootfs.in(directory.resolve("green"), "green")));
    }

    private Path made(Rootfs rootfs) throws IOException {
        Path tar = rootfs.tar(rootfs.tree().resolveSibling(rootfs.tree().getFileName() + ".tar"));
        trees.put(Premises.checksum(tar), rootfs.tree());
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

    /// Returns a content of the key that changes.
    Path another(RandomGenerator random) {
        return changing.get(random.nextInt(changing.size()));
    }
}
