package dev.pawl.feeds.format.attack;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.stix.Bundle;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.util.Optional;

/// The format of ATT&CK: a STIX bundle of one domain.
final class AttackBundle implements Format<AttackObject> {
    @Override
    public String name() {
        return "ATT&CK STIX";
    }

    @Override
    public String source() {
        return "attack";
    }

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        return Bundle.isOne(document) ? BundleSummary.of(document).edition() : Optional.empty();
    }

    @Override
    public Records<AttackObject> open(Document document, Edition edition) throws IOException {
        AttackIndex index = AttackIndex.of(document);
        return new AttackRecords(Bundle.open(document), index);
    }

    @Override
    public FeedItem map(AttackObject record, Edition edition) throws BadRecord {
        return AttackMapping.item(record);
    }

    @Override
    public String text(AttackObject record) {
        return record.object().tree().toString();
    }
}
