package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.Format;
import java.util.List;

/// The formats of OWASP ASVS.
public final class AsvsFormats {
    private AsvsFormats() {}

    public static List<Format<?>> all() {
        return List.of(
                new AsvsFormat("ASVS JSON", new NestedJson()),
                new AsvsFormat("ASVS flat JSON", new FlatJson()),
                new AsvsFormat("ASVS CSV", new AsvsCsv()),
                new AsvsFormat("ASVS XML", new AsvsXml()));
    }
}
