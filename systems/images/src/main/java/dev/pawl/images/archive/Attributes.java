package dev.pawl.images.archive;

import java.util.Map;
import java.util.TreeMap;

/// What a node has besides its content.
///
/// @param mode the twelve bits of permissions, setuid, setgid and sticky
/// @param uid an unsigned number
/// @param gid an unsigned number
/// @param seconds when it was changed, since 1970
/// @param nanos the fraction of that second
/// @param extended the extended attributes by name, with their namespace
record Attributes(
        int mode, int uid, int gid, long seconds, int nanos, Map<String, byte[]> extended) {
    static final int SETUID = 04000;
    static final int SETGID = 02000;
    static final int STICKY = 01000;
    static final int OTHERS_WRITE = 0002;

    /// The extended attribute that gives a program rights as setuid does.
    static final String CAPABILITY = "security.capability";

    /// Those of a directory that has no entry of its own; the same in every extraction.
    static final Attributes IMPLIED = new Attributes(0755, 0, 0, 0, 0, Map.of());

    /// Says whether these give rights; the sticky bit has a use on directories alone.
    boolean isSpecial(boolean isDirectory) {
        int bits = isDirectory ? SETUID | SETGID : SETUID | SETGID | STICKY;
        return (mode & bits) != 0 || extended.containsKey(CAPABILITY);
    }

    /// Returns these without what gives rights.
    Attributes harmless() {
        Map<String, byte[]> others = new TreeMap<>(extended);
        others.remove(CAPABILITY);
        return new Attributes(mode & ~(SETUID | SETGID), uid, gid, seconds, nanos, others);
    }
}
