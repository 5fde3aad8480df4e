package dev.pawl.feeds.format.capec;

import dev.pawl.feeds.item.ItemLink;
import dev.pawl.feeds.item.Urn;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Links to ATT&CK techniques: the XML writes `1548.001`, STIX writes `T1548.001`.
final class TechniqueLinks {
    private static final Pattern ID = Pattern.compile("T?([0-9]{4}(?:\\.[0-9]{3})?)");

    private TechniqueLinks() {}

    static Optional<ItemLink> link(String id) {
        Matcher matcher = ID.matcher(id);
        if (!matcher.matches()) return Optional.empty();
        return Optional.of(new ItemLink("technique", Urn.of("attack", "T" + matcher.group(1))));
    }
}
