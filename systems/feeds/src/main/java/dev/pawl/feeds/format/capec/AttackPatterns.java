package dev.pawl.feeds.format.capec;

import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.stix.Bundle;
import dev.pawl.feeds.format.stix.StixObject;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Reads the attack patterns of a bundle, and objects without a type, which may be one.
final class AttackPatterns implements Records<AttackPattern> {
    private final Bundle bundle;
    private final CapecIndex index;

    AttackPatterns(Bundle bundle, CapecIndex index) {
        this.bundle = bundle;
        this.index = index;
    }

    @Override
    public @Nullable AttackPattern next() throws IOException {
        for (StixObject each = bundle.next(); each != null; each = bundle.next()) {
            boolean wanted = each.type().equals(AttackPattern.TYPE) || each.type().isEmpty();
            if (wanted)
                return new AttackPattern(each, index.mitigations(each), index.relations(each));
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        bundle.close();
    }
}
