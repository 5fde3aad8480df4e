package dev.pawl.classes.control;

import dev.pawl.classes.cluster.ApplyOptions;
import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.Listing;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.Preconditions;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.Selection;
import dev.pawl.classes.cluster.Watch;
import dev.pawl.classes.cluster.WatchListener;
import java.util.Optional;
import java.util.function.Supplier;

/// A client whose process dies before or after its n-th write.
///
/// @param moments receives every moment at which the process may die
record DyingClient(ClusterClient client, Runnable moments) implements ClusterClient {
    private <T> T writing(Supplier<T> write) {
        moments.run();
        T result = write.get();
        moments.run();
        return result;
    }

    @Override
    public Optional<ResourceManifest> get(ObjectRef ref) {
        return client.get(ref);
    }

    @Override
    public Listing list(ResourceKind kind, Selection selection) {
        return client.list(kind, selection);
    }

    @Override
    public Watch watch(
            ResourceKind kind, Selection selection, String version, WatchListener listener) {
        return client.watch(kind, selection, version, listener);
    }

    @Override
    public ResourceManifest create(ResourceManifest object) {
        return writing(() -> client.create(object));
    }

    @Override
    public ResourceManifest apply(ResourceManifest object, ApplyOptions options) {
        return writing(() -> client.apply(object, options));
    }

    @Override
    public ResourceManifest replaceStatus(ResourceManifest object) {
        return writing(() -> client.replaceStatus(object));
    }

    @Override
    public ResourceManifest patchMetadata(ObjectRef ref, String mergePatch, String version) {
        return writing(() -> client.patchMetadata(ref, mergePatch, version));
    }

    @Override
    public void delete(ObjectRef ref, Preconditions preconditions) {
        writing(() -> {
            client.delete(ref, preconditions);
            return ref;
        });
    }

    @Override
    public boolean serves(ResourceKind kind) {
        return client.serves(kind);
    }

    @Override
    public void close() {
        client.close();
    }
}
