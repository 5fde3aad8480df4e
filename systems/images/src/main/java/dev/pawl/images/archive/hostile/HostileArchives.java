package dev.pawl.images.archive.hostile;

import java.util.List;
import java.util.stream.Stream;

/// All hostile archives, each with a unique name.
public final class HostileArchives {
    private HostileArchives() {}

    /// Returns all archives; each is generated only when it is written.
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
