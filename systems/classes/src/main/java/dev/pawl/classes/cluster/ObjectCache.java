package dev.pawl.classes.cluster;

import dev.pawl.controller.ObjectKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The last known objects of one kind, with an index by the value of one label. Thread-safe.
///
/// An object is replaced only by a later version, so that an own write that was added here is not
/// undone by an event that is still on its way.
public final class ObjectCache {
    private final String label;
    private final Map<ObjectKey, ResourceManifest> objects = new TreeMap<>();
    private final Map<ObjectKey, Set<ObjectKey>> byLabel = new HashMap<>();

    ObjectCache(String label) {
        this.label = label;
    }

    public synchronized Optional<ResourceManifest> get(ObjectKey key) {
        return Optional.ofNullable(objects.get(key));
    }

    /// Returns all objects, by key.
    public synchronized List<ResourceManifest> all() {
        return List.copyOf(objects.values());
    }

    /// Returns the objects of a namespace whose label has a value, by name.
    public synchronized List<ResourceManifest> labelled(String namespace, String value) {
        if (value.isEmpty()) return List.of();
        List<ResourceManifest> found = new ArrayList<>();
        for (ObjectKey key : byLabel.getOrDefault(new ObjectKey(namespace, value), Set.of())) {
            ResourceManifest object = objects.get(key);
            if (object != null) found.add(object);
        }
        return found;
    }

    public synchronized int size() {
        return objects.size();
    }

    /// Adds a version; returns what it was to the cache, or null if the cache has it or a later
    /// one.
    synchronized WatchListener.@Nullable Type put(ResourceManifest object) {
        ObjectKey key = key(object);
        ResourceManifest old = objects.get(key);
        if (old != null && !isLater(object, old.resourceVersion())) return null;
        if (old != null) unlink(key, old);
        objects.put(key, object);
        link(key, object);
        return old == null ? WatchListener.Type.ADDED : WatchListener.Type.MODIFIED;
    }

    /// Removes an object unless the cache has a later version; returns whether it did.
    synchronized boolean remove(ResourceManifest deleted) {
        ObjectKey key = key(deleted);
        ResourceManifest old = objects.get(key);
        if (old == null || isLater(old, deleted.resourceVersion())) return false;
        objects.remove(key);
        unlink(key, old);
        return true;
    }

    /// Replaces what a selection has by a listing; returns the differences.
    synchronized List<Replaced> replace(Selection selection, Listing listing) {
        List<Replaced> changes = new ArrayList<>();
        Set<ObjectKey> listed = new HashSet<>();
        for (ResourceManifest object : listing.items()) {
            listed.add(key(object));
            WatchListener.Type type = put(object);
            if (type != null) changes.add(new Replaced(type, object));
        }
        for (ResourceManifest old : List.copyOf(objects.values())) {
            boolean isGone =
                    selection.contains(old)
                            && !listed.contains(key(old))
                            && !isLater(old, listing.resourceVersion());
            if (!isGone) continue;
            objects.remove(key(old));
            unlink(key(old), old);
            changes.add(new Replaced(WatchListener.Type.DELETED, old));
        }
        return changes;
    }

    private void link(ObjectKey key, ResourceManifest object) {
        String value = object.label(label);
        if (value == null || value.isEmpty()) return;
        byLabel.computeIfAbsent(new ObjectKey(key.namespace(), value), _ -> new TreeSet<>())
                .add(key);
    }

    private void unlink(ObjectKey key, ResourceManifest object) {
        String value = object.label(label);
        if (value == null || value.isEmpty()) return;
        ObjectKey index = new ObjectKey(key.namespace(), value);
        Collection<ObjectKey> keys = byLabel.get(index);
        if (keys != null && keys.remove(key) && keys.isEmpty()) byLabel.remove(index);
    }

    /// Versions of one server are numbers that grow; where they are not, the newest report counts.
    private static boolean isLater(ResourceManifest object, String than) {
        String version = object.resourceVersion();
        try {
            return Long.parseLong(version) > Long.parseLong(than);
        } catch (NumberFormatException _) {
            return !version.equals(than);
        }
    }

    private static ObjectKey key(ResourceManifest object) {
        return new ObjectKey(object.namespace(), object.name());
    }

    /// A difference between the cache and a listing.
    record Replaced(WatchListener.Type type, ResourceManifest object) {}
}
