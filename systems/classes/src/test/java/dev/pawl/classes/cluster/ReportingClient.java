package dev.pawl.classes.cluster;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A client that reports before and after each of its writes: a test kills its process there, or
/// lets another party be faster.
///
/// @param moments receives the verb and what it is about, such as `delete Service/a`, twice for
///   each write
public record ReportingClient(ClusterClient client, Consumer<String> moments)
        implements ClusterClient {
    private <T> T writing(String verb, Supplier<T> write) {
        moments.accept(verb);
        T result = write.get();
        moments.accept(verb);
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
        return writing("create " + object, () -> client.create(object));
    }

    @Override
    public ResourceManifest apply(ResourceManifest object, ApplyOptions options) {
        return writing(
                "apply %s by %s".formatted(object, options.manager()),
                () -> client.apply(object, options));
    }

    @Override
    public ResourceManifest replace(ResourceManifest object) {
        return writing("replace " + object, () -> client.replace(object));
    }

    @Override
    public ResourceManifest replaceStatus(ResourceManifest object) {
        return writing("replaceStatus " + object, () -> client.replaceStatus(object));
    }

    @Override
    public ResourceManifest patchMetadata(ObjectRef ref, String mergePatch, String version) {
        return writing(
                "patchMetadata " + ref, () -> client.patchMetadata(ref, mergePatch, version));
    }

    @Override
    public void delete(ObjectRef ref, Preconditions preconditions) {
        writing(
                "delete " + ref,
                () -> {
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
