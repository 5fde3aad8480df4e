package dev.pawl.feeds.format.attack;

import dev.pawl.feeds.format.stix.StixObject;
import dev.pawl.feeds.item.ItemLink;
import dev.pawl.feeds.item.Urn;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// The links of an object to items of other sources.
final class AttackReferences {
    private static final Pattern CAPEC = Pattern.compile("CAPEC-[0-9]{1,9}");
    private static final Pattern CVE = Pattern.compile("CVE-[0-9]{4}-[0-9]{4,19}");

    private AttackReferences() {}

    static Stream<ItemLink> of(StixObject object) {
        return object.elements("external_references").stream().flatMap(AttackReferences::link);
    }

    private static Stream<ItemLink> link(JsonNode reference) {
        String id = reference.path("external_id").stringValue("");
        return switch (reference.path("source_name").stringValue("").toLowerCase(Locale.ROOT)) {
            case "capec" -> link("attack-pattern", "capec", CAPEC, id);
            case "cve" -> link("reference", "cve", CVE, id);
            default -> Stream.empty();
        };
    }

    private static Stream<ItemLink> link(String relation, String type, Pattern pattern, String id) {
        if (!pattern.matcher(id).matches()) return Stream.empty();
        return Stream.of(new ItemLink(relation, Urn.of(type, id)));
    }
}
