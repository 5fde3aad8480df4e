package dev.pawl.feeds.format.attack;

import dev.pawl.feeds.format.stix.StixObject;
import java.util.Map;
import java.util.Optional;

/// The kinds of ATT&CK items by their STIX types.
final class AttackKind {
    static final String DATA_COMPONENT = "x-mitre-data-component";
    static final String TACTIC = "x-mitre-tactic";

    private static final String TECHNIQUE = "technique";
    private static final Map<String, String> KINDS =
            Map.ofEntries(
                    Map.entry("attack-pattern", TECHNIQUE),
                    Map.entry("campaign", "campaign"),
                    Map.entry("course-of-action", "mitigation"),
                    Map.entry("intrusion-set", "group"),
                    Map.entry("malware", "software"),
                    Map.entry("tool", "software"),
                    Map.entry("x-mitre-analytic", "analytic"),
                    Map.entry("x-mitre-asset", "asset"),
                    Map.entry(DATA_COMPONENT, "data-component"),
                    Map.entry("x-mitre-data-source", "data-source"),
                    Map.entry("x-mitre-detection-strategy", "detection-strategy"),
                    Map.entry(TACTIC, "tactic"));

    private AttackKind() {}

    /// Returns the kind of an object; empty if it is no item: a relationship, a matrix, a marking.
    static Optional<String> of(StixObject object) {
        boolean sub = object.has("x_mitre_is_subtechnique");
        return Optional.ofNullable(KINDS.get(object.type()))
                .map(kind -> sub && kind.equals(TECHNIQUE) ? "sub-technique" : kind);
    }
}
