package dev.pawl.classes.control;

import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.Informers;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.controller.ObjectKey;
import dev.pawl.controller.OwnWrite;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The client, and the informers while they run.
public final class ClusterLink {
    private final ClusterClient client;
    private final AtomicReference<@Nullable Informers> informers = new AtomicReference<>();
    private volatile BooleanSupplier leads = () -> true;

    public ClusterLink(ClusterClient client) {
        this.client = client;
    }

    ClusterClient client() {
        return client;
    }

    /// Returns the client for a write. Throws if this process no longer leads.
    ClusterClient writer() {
        if (!leads.getAsBoolean()) {
            throw new ClusterException.Unavailable("this process no longer leads", null);
        }
        return client;
    }

    void leading(BooleanSupplier other) {
        leads = other;
    }

    void observing(@Nullable Informers started) {
        informers.set(started);
    }

    Informers informers() {
        Informers found = informers.get();
        if (found == null) {
            throw new IllegalStateException(
                    "expected informers that observe the cluster, found none yet");
        }
        return found;
    }

    Optional<ResourceManifest> cached(ObjectRef ref) {
        return informers().cache(ref.kind()).get(new ObjectKey(ref.namespace(), ref.name()));
    }

    /// Adds what a write returned to the caches.
    OwnWrite written(ResourceKind kind, ResourceManifest object) {
        informers().written(kind, object);
        return own(kind, object);
    }

    static OwnWrite own(ResourceKind kind, ResourceManifest object) {
        return new OwnWrite(kind.kind() + "/" + object.uid(), object.resourceVersion());
    }
}
