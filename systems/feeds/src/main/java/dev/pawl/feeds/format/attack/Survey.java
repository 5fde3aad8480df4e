package dev.pawl.feeds.format.attack;

import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.stix.Bundle;
import dev.pawl.feeds.format.stix.StixObject;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What a whole bundle says of itself.
///
/// Groups and software belong to several domains and are in the bundle of each, so a bundle is of
/// the domain that most of its objects name. Bundles from before domains were named are told by
/// their kill chains and references.
final class Survey {
    private static final Map<String, String> CATALOGUES =
            Map.of(
                    "enterprise-attack", "attack-enterprise",
                    "mobile-attack", "attack-mobile",
                    "ics-attack", "attack-ics",
                    "mitre-attack", "attack-enterprise",
                    "mitre-mobile-attack", "attack-mobile",
                    "mitre-ics-attack", "attack-ics");

    private final Map<String, Integer> domains = new HashMap<>();
    private final Map<String, Integer> chains = new HashMap<>();
    private final Map<String, Integer> references = new HashMap<>();
    private String version = "";
    private String modified = "";

    private Survey() {}

    static Survey of(Document document) throws IOException {
        Survey survey = new Survey();
        try (Bundle bundle = Bundle.open(document)) {
            for (StixObject each = bundle.next(); each != null; each = bundle.next()) {
                survey.see(each);
            }
        }
        return survey;
    }

    /// Returns the edition; empty if it is a bundle of somebody else's.
    Optional<Edition> edition() {
        return List.of(domains, chains, references).stream()
                .filter(votes -> !votes.isEmpty())
                .findFirst()
                .map(Survey::most)
                .map(catalogue -> new Edition(catalogue, version, modified, false));
    }

    private void see(StixObject object) {
        object.texts("x_mitre_domains").forEach(name -> vote(domains, name));
        for (JsonNode phase : object.elements("kill_chain_phases")) {
            vote(chains, phase.path("kill_chain_name").stringValue(""));
        }
        for (JsonNode reference : object.elements("external_references")) {
            vote(references, reference.path("source_name").stringValue(""));
        }
        if (object.type().equals("x-mitre-collection")) version = object.text("x_mitre_version");
        if (object.modified().compareTo(modified) > 0) modified = object.modified();
    }

    private static void vote(Map<String, Integer> votes, String name) {
        String catalogue = CATALOGUES.get(name);
        if (catalogue != null) votes.merge(catalogue, 1, Integer::sum);
    }

    private static String most(Map<String, Integer> votes) {
        return votes.entrySet().stream()
                .max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry::getKey))
                .orElseThrow()
                .getKey();
    }
}
