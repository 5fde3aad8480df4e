package dev.pawl.feeds.format.cve;

import dev.pawl.feeds.item.ItemLink;
import dev.pawl.feeds.item.Urn;
import java.util.Optional;
import java.util.regex.Pattern;

/// CWE ids among the weaknesses of a record, where NVD also writes `NVD-CWE-Other`.
final class CweId {
    private static final Pattern ID = Pattern.compile("CWE-[0-9]{1,9}");

    private CweId() {}

    /// Returns the link to a weakness, if the text is its id.
    static Optional<ItemLink> link(String text) {
        if (!ID.matcher(text).matches()) return Optional.empty();
        return Optional.of(new ItemLink("weakness", Urn.of("cwe", text)));
    }
}
