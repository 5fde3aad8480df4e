package dev.pawl.store.sql;

import dev.pawl.store.format.HistoryHash;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// The SQL scripts of the migrations, among the resources of this module.
public final class Scripts {
    private static final String DIRECTORY = "/dev/pawl/store/";

    private Scripts() {}

    /// Returns the text of a script such as `sqlite/001_tables.sql`.
    public static String text(String name) {
        try (InputStream in = Scripts.class.getResourceAsStream(DIRECTORY + name)) {
            if (in == null) throw new IllegalStateException("the resource " + name + " is missing");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns what a store records of a script, so that a changed script is noticed.
    public static String checksum(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(HistoryHash.sha256().digest(bytes));
    }
}
