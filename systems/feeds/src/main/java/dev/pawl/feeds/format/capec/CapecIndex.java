package dev.pawl.feeds.format.capec;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.stix.Bundle;
import dev.pawl.feeds.format.stix.StixObject;
import dev.pawl.feeds.item.ItemLink;
import dev.pawl.feeds.item.Urn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// An index of a bundle: the CAPEC id of each STIX id, and the mitigations of each pattern.
final class CapecIndex {
    private static final Map<String, String> RELATIONS =
            new TreeMap<>(
                    Map.of(
                            "x_capec_child_of_refs", "ChildOf",
                            "x_capec_parent_of_refs", "ParentOf",
                            "x_capec_can_precede_refs", "CanPrecede",
                            "x_capec_can_follow_refs", "CanFollow",
                            "x_capec_peer_of_refs", "PeerOf",
                            "x_capec_can_also_be_refs", "CanAlsoBe"));
    // All mitigations of CAPEC have about 250,000 characters.
    private static final long MITIGATION_CHARS_MAX = 32L << 20;

    private final Map<String, Urn> patterns = new HashMap<>();
    private final Map<String, String> mitigations = new HashMap<>();
    private final Map<String, List<String>> mitigatedBy = new HashMap<>();
    private long chars;

    private CapecIndex() {}

    static CapecIndex of(Document document) throws IOException {
        CapecIndex index = new CapecIndex();
        try (Records<StixObject> bundle = Bundle.open(document)) {
            for (StixObject each = bundle.next(); each != null; each = bundle.next()) {
                index.add(each);
                if (index.chars > MITIGATION_CHARS_MAX) {
                    throw new BadDocument(
                            "%s: expected at most %d characters in all mitigations, found more"
                                    .formatted(document.name(), MITIGATION_CHARS_MAX));
                }
            }
        }
        return index;
    }

    /// Returns the texts of the mitigations of a pattern.
    List<String> mitigations(StixObject pattern) {
        return mitigatedBy.getOrDefault(pattern.id(), List.of()).stream()
                .map(mitigations::get)
                .filter(Objects::nonNull)
                .toList();
    }

    /// Returns the links of a pattern to other patterns of the bundle.
    List<ItemLink> relations(StixObject pattern) {
        List<ItemLink> links = new ArrayList<>();
        RELATIONS.forEach((field, relation) -> {
            for (String each : pattern.texts(field)) {
                Urn to = patterns.get(each);
                if (to != null) links.add(new ItemLink(relation, to));
            }
        });
        return links;
    }

    private void add(StixObject object) {
        switch (object.type()) {
            case AttackPattern.TYPE ->
                    AttackPattern.id(object).ifPresent(id -> patterns.put(object.id(), id));
            case "course-of-action" -> {
                String text = object.text("description");
                chars += text.length();
                mitigations.put(object.id(), text);
            }
            case "relationship" -> relate(object);
            default -> {}
        }
    }

    private void relate(StixObject relationship) {
        if (!relationship.text("relationship_type").equals("mitigates")) return;
        mitigatedBy
                .computeIfAbsent(relationship.text("target_ref"), _ -> new ArrayList<>())
                .add(relationship.text("source_ref"));
    }
}
