package dev.pawl.feeds.format.attack;

import dev.pawl.feeds.format.stix.StixObject;
import dev.pawl.feeds.item.Urn;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// ATT&CK ids, such as `T1059.001`: external references of one of its domains.
final class AttackId {
    /// The domains as external references name them; newer bundles use only the first.
    static final List<String> SOURCES =
            List.of("mitre-attack", "mitre-mobile-attack", "mitre-ics-attack");

    private static final Pattern ID = Pattern.compile("[A-Z][A-Z-]{0,9}[0-9]{1,9}(\\.[0-9]{1,9})?");

    private AttackId() {}

    /// Returns the id of an object, if it is well-formed.
    static Optional<String> of(StixObject object) {
        return unchecked(object).filter(id -> ID.matcher(id).matches());
    }

    /// Returns the unchecked id of an object.
    static Optional<String> unchecked(StixObject object) {
        return object.externalId(SOURCES);
    }

    static Urn urn(String id) {
        return Urn.of("attack", id);
    }

    /// Returns whether the publisher has revoked or deprecated an object.
    static boolean isRetired(StixObject object) {
        return object.has("revoked") || object.has("x_mitre_deprecated");
    }
}
