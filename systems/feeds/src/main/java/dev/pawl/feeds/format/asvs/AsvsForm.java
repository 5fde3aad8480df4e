package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Records;
import java.io.IOException;
import java.util.Optional;

/// A form in which the standard is published.
sealed interface AsvsForm permits NestedJson, FlatJson, AsvsCsv, AsvsXml {
    Optional<Edition> recognise(Document document) throws IOException;

    Records<AsvsEntry> open(Document document) throws IOException;

    /// Returns whether a text is a version such as `4.0.3`.
    static boolean isVersion(String text) {
        return text.matches("[0-9]{1,4}(\\.[0-9]{1,4}){0,3}");
    }

    /// Returns the edition of a form. Of several forms of one version the one with the highest
    /// `rank` is loaded, because it has the most content.
    static Edition edition(String version, int rank) {
        String major = version.replaceFirst("\\..*", "");
        return new Edition("asvs-" + major, version, String.valueOf(rank), false);
    }
}
