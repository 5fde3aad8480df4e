package dev.pawl.classes.cluster;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A client of one Kubernetes API server, under one field manager.
///
/// Every method blocks until the server has answered, and throws a [ClusterException] if it refuses
/// or cannot be reached. Nothing is retried here. Objects come without `metadata.managedFields`,
/// which are of no use to a cache and often larger than the rest; a [ClusterException.Conflict]
/// names the managers. All methods may be called from any thread.
public interface ClusterClient extends AutoCloseable {

    /// Returns an object, or empty if there is none of that name. A kind that the server does not
    /// serve is an error, not an absent object.
    Optional<ResourceManifest> get(ObjectRef ref);

    /// Returns all objects of a selection, and the version to watch from.
    Listing list(ResourceKind kind, Selection selection);

    /// Reports every change of a selection after `resourceVersion`, first those of the past, until
    /// the watch is closed or the server ends it.
    Watch watch(
            ResourceKind kind, Selection selection, String resourceVersion, WatchListener listener);

    /// Creates an object and returns it as it is stored.
    ResourceManifest create(ResourceManifest object);

    /// Applies the fields that an object has, and removes those that the same manager applied
    /// before and that it lacks now (server-side apply). An object with a `resourceVersion` is
    /// applied to that version only.
    ResourceManifest apply(ResourceManifest object, ApplyOptions options);

    /// Replaces an object except its status. The object's `resourceVersion` must be the one that is
    /// stored.
    ResourceManifest replace(ResourceManifest object);

    /// Replaces the status of an object, and nothing else of it. The object's `resourceVersion`
    /// must be the one that is stored.
    ResourceManifest replaceStatus(ResourceManifest object);

    /// Changes metadata, such as finalizers and annotations, by a JSON merge patch of `metadata`
    /// alone: `{"finalizers":["a"],"annotations":{"b":null}}`. With a `resourceVersion`, only that
    /// version is changed.
    ResourceManifest patchMetadata(
            ObjectRef ref, String mergePatch, @Nullable String resourceVersion);

    /// Deletes an object if it meets the preconditions; its dependents are deleted afterwards, by
    /// the cluster. With finalizers it is only marked as being deleted.
    void delete(ObjectRef ref, Preconditions preconditions);

    /// Returns whether the server knows a kind.
    boolean serves(ResourceKind kind);

    /// Ends all watches and lets go of connections.
    @Override
    void close();
}
