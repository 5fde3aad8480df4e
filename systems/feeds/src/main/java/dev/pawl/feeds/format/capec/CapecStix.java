package dev.pawl.feeds.format.capec;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.stix.Bundle;
import dev.pawl.feeds.format.stix.StixObject;
import dev.pawl.feeds.item.Item;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// CAPEC as a bundle of STIX 2.x: its attack patterns, with the mitigations that relationships give
/// them.
///
/// ATT&CK's bundles have attack patterns that refer to CAPEC; they are told by a reference to
/// ATT&CK itself.
final class CapecStix implements Format<Pattern> {
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
        try (Bundle bundle = Bundle.open(document)) {
            for (StixObject each = bundle.next(); each != null; each = bundle.next()) {
                if (each.externalId(ATTACK).isPresent()) return Optional.empty();
                own |= each.type().equals(Pattern.TYPE) && Pattern.id(each).isPresent();
                Edition said = edition(each.text("x_capec_version"));
                // Objects keep the number of the release that changed them last.
                if (said.compareTo(edition) > 0) edition = said;
            }
        } catch (BadDocument e) {
            // What was read until here tells whose it is; reading it again tells what is wrong.
        }
        return own ? Optional.of(edition) : Optional.empty();
    }

    @Override
    public Records<Pattern> open(Document document, Edition edition) throws IOException {
        Index index = Index.of(document);
        return new Patterns(Bundle.open(document), index);
    }

    @Override
    public Item map(Pattern pattern, Edition edition) throws BadRecord {
        return pattern.item();
    }

    @Override
    public String text(Pattern pattern) {
        return pattern.object().tree().toString();
    }

    private static Edition edition(String version) {
        return new Edition("capec", version, "", false);
    }
}
