package dev.pawl.feeds.format.capec;

import dev.pawl.feeds.format.Format;
import java.util.List;

/// The formats in which CAPEC is published.
public final class CapecFormats {
    private CapecFormats() {}

    public static List<Format<?>> all() {
        return List.of(CapecXml.FORMAT, new CapecStix());
    }
}
