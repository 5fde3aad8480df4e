package dev.pawl.feeds.format.cve;

import dev.pawl.feeds.format.Format;
import java.util.List;

/// The formats in which vulnerabilities are published.
public final class CveFormats {
    private CveFormats() {}

    public static List<Format<?>> all() {
        return List.of(new NvdJson2(), new NvdJson1(), new KevJson());
    }

    /// Returns the format of the pages of the NVD API.
    public static Format<?> nvd() {
        return new NvdJson2();
    }
}
