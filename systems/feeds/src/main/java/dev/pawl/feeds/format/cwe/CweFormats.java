package dev.pawl.feeds.format.cwe;

import dev.pawl.feeds.format.Format;
import java.util.List;

/// The formats in which CWE is published.
public final class CweFormats {
    private CweFormats() {}

    public static List<Format<?>> all() {
        return List.of(CweXml.FORMAT);
    }
}
