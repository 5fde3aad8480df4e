package dev.pawl.feeds.format.capec;

import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.stix.Bundle;
import dev.pawl.feeds.format.stix.StixObject;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The attack patterns of a bundle, and what may be one.
final class Patterns implements Records<Pattern> {
    private final Bundle bundle;
    private final Index index;

    Patterns(Bundle bundle, Index index) {
        this.bundle = bundle;
        this.index = index;
    }

    @Override
    public @Nullable Pattern next() throws IOException {
        for (StixObject each = bundle.next(); each != null; each = bundle.next()) {
            boolean wanted = each.type().equals(Pattern.TYPE) || each.type().isEmpty();
            if (wanted) return new Pattern(each, index.mitigations(each), index.relations(each));
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        bundle.close();
    }
}
