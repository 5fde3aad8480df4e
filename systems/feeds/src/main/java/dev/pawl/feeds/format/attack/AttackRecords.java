package dev.pawl.feeds.format.attack;

import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.stix.Bundle;
import dev.pawl.feeds.format.stix.StixObject;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The objects of a bundle that are items, or should be.
final class AttackRecords implements Records<AttackObject> {
    private final Bundle bundle;
    private final Index index;

    AttackRecords(Bundle bundle, Index index) {
        this.bundle = bundle;
        this.index = index;
    }

    @Override
    public @Nullable AttackObject next() throws IOException {
        for (StixObject object = bundle.next(); object != null; object = bundle.next()) {
            if (isRecord(object)) return new AttackObject(object, index.links(object));
        }
        return null;
    }

    private boolean isRecord(StixObject object) {
        if (object.type().isEmpty()) return true;
        if (Kind.of(object).isEmpty()) return false;
        // Data components got ids of their own only with ATT&CK 18; those before are no items.
        if (AttackId.said(object).isEmpty()) return !object.type().equals(Kind.DATA_COMPONENT);
        return AttackId.of(object).isEmpty() || index.stands(object);
    }

    @Override
    public void close() throws IOException {
        bundle.close();
    }
}
