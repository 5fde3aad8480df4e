package dev.pawl.feeds.format.capec;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.stix.Bundle;
import dev.pawl.feeds.format.stix.StixObject;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// CAPEC as a STIX 2.x bundle: its attack patterns, with their mitigations.
///
/// Bundles of ATT&CK also contain attack patterns that refer to CAPEC; a reference to ATT&CK itself
/// identifies them.
final class CapecStix implements Format<AttackPattern> {
    private static final List<String> ATTACK =
            List.of("mitre-attack", "mitre-mobile-attack", "mitre-ics-attack");

    @Override
    public String name() {
        return "CAPEC STIX";
    }

    @Override
    public String source() {
        return "capec";
    }

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        if (!Bundle.isOne(document)) return Optional.empty();
        Edition edition = edition("");
        boolean own = false;
        try (Records<StixObject> bundle = Bundle.open(document)) {
            for (StixObject each = bundle.next(); each != null; each = bundle.next()) {
                if (each.externalId(ATTACK).isPresent()) return Optional.empty();
                own |= each.type().equals(AttackPattern.TYPE) && AttackPattern.id(each).isPresent();
                Edition release = edition(each.text("x_capec_version"));
                // Objects have the number of the release that changed them last.
                if (release.compareTo(edition) > 0) edition = release;
            }
        } catch (BadDocument e) {
            // Enough was read to recognise the bundle; loading it reports the error.
        }
        return own ? Optional.of(edition) : Optional.empty();
    }

    @Override
    public Records<AttackPattern> open(Document document, Edition edition) throws IOException {
        CapecIndex index = CapecIndex.of(document);
        return Bundle.open(document).mapped(each -> pattern(each, index));
    }

    /// Returns an attack pattern, also of an object without a type, which may be one.
    private static @Nullable AttackPattern pattern(StixObject object, CapecIndex index) {
        boolean wanted = object.type().equals(AttackPattern.TYPE) || object.type().isEmpty();
        if (!wanted) return null;
        return new AttackPattern(object, index.mitigations(object), index.relations(object));
    }

    @Override
    public FeedItem map(AttackPattern pattern, Edition edition) throws BadRecord {
        return pattern.item();
    }

    @Override
    public String text(AttackPattern pattern) {
        return pattern.object().tree().toString();
    }

    private static Edition edition(String version) {
        return new Edition("capec", version, "", false);
    }
}
