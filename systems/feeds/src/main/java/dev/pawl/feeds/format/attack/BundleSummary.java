package dev.pawl.feeds.format.attack;

import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.stix.Bundle;
import dev.pawl.feeds.format.stix.StixObject;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Determines the edition of a bundle from all its objects.
///
/// Groups and software belong to several domains and are in the bundle of each, so the domain of a
/// bundle is the one that most of its objects name. Older bundles without domains are identified by
/// their kill chains and references.
final class BundleSummary {
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

    private BundleSummary() {}

    static BundleSummary of(Document document) throws IOException {
        BundleSummary summary = new BundleSummary();
        try (Records<StixObject> bundle = Bundle.open(document)) {
            for (StixObject each = bundle.next(); each != null; each = bundle.next()) {
                summary.add(each);
            }
        }
        return summary;
    }

    /// Returns the edition; empty if the bundle is not from ATT&CK.
    Optional<Edition> edition() {
        return List.of(domains, chains, references).stream()
                .filter(votes -> !votes.isEmpty())
                .findFirst()
                .map(BundleSummary::most)
                .map(catalogue -> new Edition(catalogue, version, modified, false));
    }

    private void add(StixObject object) {
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
