package dev.pawl.feeds.format.attack;

import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.stix.Bundle;
import dev.pawl.feeds.format.stix.StixObject;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Reads the objects of a bundle that are items, or should be.
final class AttackRecords implements Records<AttackObject> {
    private final Bundle bundle;
    private final AttackIndex index;

    AttackRecords(Bundle bundle, AttackIndex index) {
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
        if (AttackKind.of(object).isEmpty()) return false;
        // Data components have ids since ATT&CK 18; older ones are no items.
        if (AttackId.unchecked(object).isEmpty())
            return !object.type().equals(AttackKind.DATA_COMPONENT);
        return AttackId.of(object).isEmpty() || index.represents(object);
    }

    @Override
    public void close() throws IOException {
        bundle.close();
    }
}
