package dev.pawl.feeds.format.capec;

import dev.pawl.feeds.item.Link;
import dev.pawl.feeds.item.Urn;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Links to techniques of ATT&CK: the XML writes `1548.001`, STIX writes `T1548.001`.
final class Techniques {
    private static final Pattern ID = Pattern.compile("T?([0-9]{4}(?:\\.[0-9]{3})?)");

    private Techniques() {}

    static Optional<Link> link(String id) {
        Matcher matcher = ID.matcher(id);
        if (!matcher.matches()) return Optional.empty();
        return Optional.of(new Link("technique", Urn.of("attack", "T" + matcher.group(1))));
    }
}
