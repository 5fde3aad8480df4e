package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ResourceManifest;
import java.util.Map;

/// An object and who owns which of its fields.
record StoredObject(ResourceManifest manifest, Map<FieldOwner, FieldSet> owners) {
    StoredObject {
        owners = Map.copyOf(owners);
    }
}
