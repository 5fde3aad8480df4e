package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.format.Format;
import java.util.List;

/// The formats of the SCAP Security Guide.
public final class SsgFormats {
    private SsgFormats() {}

    public static List<Format<?>> all() {
        return List.of(
                new Checklist(),
                new PageFormat("SSG guide", ProfileGuide::of),
                new PageFormat("SSG table", RuleTable::of));
    }
}
