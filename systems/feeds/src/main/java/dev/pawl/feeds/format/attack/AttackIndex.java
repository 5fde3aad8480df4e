package dev.pawl.feeds.format.attack;

import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.stix.Bundle;
import dev.pawl.feeds.format.stix.StixObject;
import dev.pawl.feeds.item.ItemLink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// An index of a bundle: the object of each ATT&CK id, and the links between objects.
///
/// STIX objects refer to each other by STIX ids. Several may have the same ATT&CK id, such as a
/// technique and an old retired mitigation named after it; one of them represents the id, and the
/// others are ignored.
final class AttackIndex {
    private final Map<String, Candidate> candidates = new HashMap<>();
    private final Map<String, String> ids = new HashMap<>();
    private final Map<String, List<Relationship>> relationships = new HashMap<>();
    private final Map<String, Candidate> tactics = new HashMap<>();

    private AttackIndex() {}

    static AttackIndex of(Document document) throws IOException {
        AttackIndex index = new AttackIndex();
        try (Records<StixObject> bundle = Bundle.open(document)) {
            for (StixObject each = bundle.next(); each != null; each = bundle.next()) {
                index.add(each);
            }
        }
        index.candidates.forEach((id, candidate) -> index.ids.put(candidate.stixId(), id));
        return index;
    }

    /// Returns whether an object represents its ATT&CK id.
    boolean represents(StixObject object) {
        return ids.containsKey(object.id());
    }

    List<ItemLink> links(StixObject object) {
        return Stream.of(
                        related(object), phases(object), parts(object), AttackReferences.of(object))
                .flatMap(links -> links)
                .toList();
    }

    private void add(StixObject object) {
        if (object.type().equals("relationship")) {
            if (!AttackId.isRetired(object)) relate(object);
            return;
        }
        if (AttackKind.of(object).isEmpty()) return;
        AttackId.of(object)
                .ifPresent(id -> {
                    Candidate candidate = Candidate.of(object, id);
                    candidates.merge(id, candidate, Candidate::better);
                    if (object.type().equals(AttackKind.TACTIC)) {
                        String name = object.text("x_mitre_shortname");
                        tactics.merge(name, candidate, Candidate::better);
                    }
                });
    }

    private void relate(StixObject object) {
        String type = object.text("relationship_type");
        if (type.isBlank()) return;
        relationships
                .computeIfAbsent(object.text("source_ref"), _ -> new ArrayList<>())
                .add(new Relationship(type.intern(), object.text("target_ref")));
    }

    private Stream<ItemLink> related(StixObject object) {
        return relationships.getOrDefault(object.id(), List.of()).stream()
                .flatMap(each -> link(each.type(), each.target()).stream());
    }

    private Stream<ItemLink> phases(StixObject object) {
        return object.elements("kill_chain_phases").stream()
                .map(phase -> tactics.get(phase.path("phase_name").stringValue("")))
                .flatMap(Stream::ofNullable)
                .map(tactic -> new ItemLink("tactic", AttackId.urn(tactic.id())));
    }

    /// Returns the links in fields of an object, rather than in relationships.
    private Stream<ItemLink> parts(StixObject object) {
        Stream<String> components =
                object.elements("x_mitre_log_source_references").stream()
                        .map(each -> each.path("x_mitre_data_component_ref").stringValue(""));
        return Stream.of(
                        object.texts("x_mitre_analytic_refs").stream()
                                .map(ref -> link("analytic", ref)),
                        components.map(ref -> link("data-component", ref)),
                        Stream.of(link("data-source", object.text("x_mitre_data_source_ref"))))
                .flatMap(links -> links)
                .flatMap(Optional::stream);
    }

    private Optional<ItemLink> link(String relation, String stixId) {
        return Optional.ofNullable(ids.get(stixId))
                .map(id -> new ItemLink(relation, AttackId.urn(id)));
    }

    private record Relationship(String type, String target) {}

    private record Candidate(String stixId, String id, boolean live, String modified) {
        static Candidate of(StixObject object, String id) {
            boolean live = !AttackId.isRetired(object);
            return new Candidate(object.id(), id, live, object.modified());
        }

        Candidate better(Candidate other) {
            if (live != other.live) return live ? this : other;
            return modified.compareTo(other.modified) >= 0 ? this : other;
        }
    }
}
