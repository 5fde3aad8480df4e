package dev.pawl.feeds.format.capec;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.json.JsonFields;
import dev.pawl.feeds.format.stix.StixObject;
import dev.pawl.feeds.item.FeedItem;
import dev.pawl.feeds.item.ItemLink;
import dev.pawl.feeds.item.Urn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// An attack pattern of a bundle, with its mitigations and relations.
record AttackPattern(StixObject object, List<String> mitigations, List<ItemLink> relations) {
    static final String TYPE = "attack-pattern";

    private static final List<String> CAPEC = List.of("capec");
    private static final String ID = "CAPEC-[0-9]{1,9}";
    private static final String WEAKNESS = "CWE-[0-9]{1,9}";
    private static final Set<String> WITHDRAWN = Set.of("Deprecated", "Obsolete");

    AttackPattern {
        mitigations = List.copyOf(mitigations);
        relations = List.copyOf(relations);
    }

    /// Returns the CAPEC id of an object.
    static Optional<Urn> id(StixObject object) {
        return object.externalId(CAPEC).filter(id -> id.matches(ID)).map(id -> Urn.of("capec", id));
    }

    FeedItem item() throws BadRecord {
        JsonFields unnamed = JsonFields.of(object.tree(), "an object of the bundle");
        unnamed.text("type");
        Urn urn = id(object).orElseThrow(this::withoutId);
        JsonFields fields = new JsonFields(unnamed.object(), urn.id());
        return new FeedItem(
                urn,
                "pattern",
                fields.text("name"),
                searchText(fields),
                content(fields.object()),
                links(),
                isWithdrawn(fields),
                "");
    }

    private BadRecord withoutId() {
        return new BadRecord(
                "%s '%s': expected an external reference of capec with an id such as CAPEC-66,"
                                .formatted(object.type(), object.id())
                        + " found %s".formatted(object.externalId(CAPEC).orElse("none")));
    }

    private String searchText(JsonFields fields) throws BadRecord {
        StringJoiner words = new StringJoiner("\n");
        fields.optionalText("description").ifPresent(words::add);
        fields.optionalText("x_capec_extended_description").ifPresent(words::add);
        object.texts("x_capec_alternate_terms").forEach(words::add);
        return words.toString();
    }

    private ObjectNode content(ObjectNode own) {
        ObjectNode content = JsonNodeFactory.instance.objectNode().setAll(own);
        ArrayNode texts = content.putArray("mitigations");
        mitigations.forEach(texts::add);
        return content;
    }

    private List<ItemLink> links() {
        List<ItemLink> links = new ArrayList<>(relations);
        for (JsonNode each : object.elements("external_references")) {
            String id = each.path("external_id").stringValue("");
            switch (each.path("source_name").stringValue("")) {
                case "cwe" -> {
                    if (id.matches(WEAKNESS))
                        links.add(new ItemLink("weakness", Urn.of("cwe", id)));
                }
                case "ATTACK" -> TechniqueLinks.link(id).ifPresent(links::add);
                default -> {}
            }
        }
        return links;
    }

    private static boolean isWithdrawn(JsonFields fields) throws BadRecord {
        boolean status = WITHDRAWN.contains(fields.optionalText("x_capec_status").orElse(""));
        return status || fields.flag("revoked");
    }
}
