package dev.pawl.feeds.format.attack;

import dev.pawl.feeds.format.stix.StixObject;
import dev.pawl.feeds.item.Link;
import dev.pawl.feeds.item.Urn;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Which items of other sources an object refers to.
final class References {
    private static final Pattern CAPEC = Pattern.compile("CAPEC-[0-9]{1,9}");
    private static final Pattern CVE = Pattern.compile("CVE-[0-9]{4}-[0-9]{4,19}");

    private References() {}

    static Stream<Link> of(StixObject object) {
        return object.elements("external_references").stream().flatMap(References::link);
    }

    private static Stream<Link> link(JsonNode reference) {
        String id = reference.path("external_id").stringValue("");
        return switch (reference.path("source_name").stringValue("").toLowerCase(Locale.ROOT)) {
            case "capec" -> link("attack-pattern", "capec", CAPEC, id);
            case "cve" -> link("reference", "cve", CVE, id);
            default -> Stream.empty();
        };
    }

    private static Stream<Link> link(String relation, String type, Pattern pattern, String id) {
        if (!pattern.matcher(id).matches()) return Stream.empty();
        return Stream.of(new Link(relation, Urn.of(type, id)));
    }
}
