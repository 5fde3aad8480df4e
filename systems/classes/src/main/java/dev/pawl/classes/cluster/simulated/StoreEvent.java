package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.Selection;
import dev.pawl.classes.cluster.WatchListener;
import org.jspecify.annotations.Nullable;

/// One change of the store; a created object has no state before it. Of a deleted one, `after` is
/// the last state with the version of the deletion.
record StoreEvent(
        long version,
        ObjectRef ref,
        @Nullable ResourceManifest before,
        ResourceManifest after,
        boolean isDeletion) {

    /// Returns what the change is to a watch of a selection, or null if it is nothing.
    WatchListener.@Nullable Type typeFor(Selection selection) {
        boolean was = before != null && selection.contains(before);
        boolean is = !isDeletion && selection.contains(after);
        if (is) return was ? WatchListener.Type.MODIFIED : WatchListener.Type.ADDED;
        return was ? WatchListener.Type.DELETED : null;
    }
}
