package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Records;
import java.io.IOException;
import java.util.Optional;

/// One of the forms in which the standard is published.
sealed interface Form permits NestedJson, FlatJson, Csv, Xml {
    Optional<Edition> recognise(Document document) throws IOException;

    Records<Entry> open(Document document) throws IOException;

    /// Returns whether a text is a version such as `4.0.3`.
    static boolean isVersion(String text) {
        return text.matches("[0-9]{1,4}(\\.[0-9]{1,4}){0,3}");
    }

    /// Returns the edition of a form; of the forms of one version, the one of the highest `rank`
    /// counts, since it says the most.
    static Edition edition(String version, int rank) {
        String major = version.replaceFirst("\\..*", "");
        return new Edition("asvs-" + major, version, String.valueOf(rank), false);
    }
}
