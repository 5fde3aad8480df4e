package dev.pawl.feeds.format.cve;

import dev.pawl.feeds.item.Link;
import dev.pawl.feeds.item.Urn;
import java.util.Optional;
import java.util.regex.Pattern;

/// Ids of CWE among the weaknesses of a record, where NVD also writes `NVD-CWE-Other`.
final class CweId {
    private static final Pattern ID = Pattern.compile("CWE-[0-9]{1,9}");

    private CweId() {}

    /// Returns the link to a weakness, if the text is an id of one.
    static Optional<Link> link(String text) {
        if (!ID.matcher(text).matches()) return Optional.empty();
        return Optional.of(new Link("weakness", Urn.of("cwe", text)));
    }
}
