package dev.pawl.controller.pace;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/// Recognises the events of the controller's own writes by their exact version.
///
/// A version that was not recorded, or no longer, is foreign: so a foreign change is never hidden,
/// and an own write at worst causes one evaluation that decides nothing. Thread-safe.
public final class OwnWrites {
    /// Versions of one object whose events may still come.
    public static final int VERSIONS_MAX = 8;

    private final int objectsMax;
    private final Map<String, Deque<String>> versions = new LinkedHashMap<>();

    public OwnWrites(int objectsMax) {
        this.objectsMax = objectsMax;
    }

    public synchronized void wrote(String object, String version) {
        Deque<String> known = versions.remove(object);
        if (known == null) known = new ArrayDeque<>();
        known.addLast(version);
        if (known.size() > VERSIONS_MAX) known.removeFirst();
        versions.put(object, known);
        if (versions.size() > objectsMax) {
            var oldest = versions.entrySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /// Returns whether this version is an own write. Events of one object come in order, so the
    /// versions before it are forgotten; the version itself is kept, because events are repeated.
    public synchronized boolean isOwn(String object, String version) {
        Deque<String> known = versions.get(object);
        if (known == null || !known.contains(version)) return false;
        while (!version.equals(known.peekFirst())) known.removeFirst();
        return true;
    }

    /// Forgets an object that is gone.
    public synchronized void forget(String object) {
        versions.remove(object);
    }
}
