package dev.pawl.images.archive.hostile;

import java.util.List;
import java.util.stream.Stream;

/// All hostile archives, each with a name of its own.
public final class HostileArchives {
    private HostileArchives() {}

    /// Returns them; none is made before it is written.
    public static List<HostileArchive> all() {
        return Stream.of(
                        HostilePaths.all(),
                        HostileLinks.all(),
                        HostileNodes.all(),
                        HostileSizes.all(),
                        HostileStreams.all(),
                        HostileImages.all())
                .flatMap(List::stream)
                .toList();
    }
}
