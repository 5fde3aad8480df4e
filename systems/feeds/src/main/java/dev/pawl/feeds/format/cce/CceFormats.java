package dev.pawl.feeds.format.cce;

import dev.pawl.feeds.format.Format;
import java.util.List;

/// The formats of NIST CCE.
public final class CceFormats {
    private CceFormats() {}

    public static List<Format<?>> all() {
        return List.of(new CceWorkbook(), new CceCsv());
    }
}
