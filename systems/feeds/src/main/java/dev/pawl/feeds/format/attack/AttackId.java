package dev.pawl.feeds.format.attack;

import dev.pawl.feeds.format.stix.StixObject;
import dev.pawl.feeds.item.Urn;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The ids of ATT&CK, such as `T1059.001`: an external reference of one of its domains.
final class AttackId {
    /// The domains as external references name them; of late all are under the first.
    static final List<String> SOURCES =
            List.of("mitre-attack", "mitre-mobile-attack", "mitre-ics-attack");

    private static final Pattern ID = Pattern.compile("[A-Z][A-Z-]{0,9}[0-9]{1,9}(\\.[0-9]{1,9})?");

    private AttackId() {}

    /// Returns the id of an object, if it has one that is well-formed.
    static Optional<String> of(StixObject object) {
        return said(object).filter(id -> ID.matcher(id).matches());
    }

    /// Returns what an object gives as its id.
    static Optional<String> said(StixObject object) {
        return object.externalId(SOURCES);
    }

    static Urn urn(String id) {
        return Urn.of("attack", id);
    }

    /// Returns whether the publisher keeps an object for reference only.
    static boolean isRetired(StixObject object) {
        return object.has("revoked") || object.has("x_mitre_deprecated");
    }
}
