package dev.pawl.feeds.format.attack;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.stix.Bundle;
import dev.pawl.feeds.format.stix.StixObject;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
        return Bundle.open(document).mapped(each -> record(each, index));
    }

    private static @Nullable AttackObject record(StixObject object, AttackIndex index) {
        return isRecord(object, index) ? new AttackObject(object, index.links(object)) : null;
    }

    /// Returns whether an object is an item, or should be.
    private static boolean isRecord(StixObject object, AttackIndex index) {
        if (object.type().isEmpty()) return true;
        if (AttackKind.of(object).isEmpty()) return false;
        // Data components have ids since ATT&CK 18; older ones are no items.
        if (AttackId.unchecked(object).isEmpty())
            return !object.type().equals(AttackKind.DATA_COMPONENT);
        return AttackId.of(object).isEmpty() || index.represents(object);
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
