package dev.pawl.images.archive.tar;

import java.util.Map;
import java.util.TreeMap;

/// The mode, owner, time and extended attributes of a node.
///
/// @param mode the twelve bits of permissions, setuid, setgid and sticky
/// @param uid an unsigned number
/// @param gid an unsigned number
/// @param seconds the modification time in seconds since 1970
/// @param nanos the fraction of that second
/// @param extended the extended attributes by name, with their namespace
public record Attributes(
        int mode, int uid, int gid, long seconds, int nanos, Map<String, byte[]> extended) {
    static final int SETUID = 04000;
    static final int SETGID = 02000;
    static final int STICKY = 01000;
    public static final int OTHERS_WRITE = 0002;

    /// The extended attribute that grants a program privileges, as setuid does.
    public static final String CAPABILITY = "security.capability";

    /// The attributes of a directory without an entry; the same in every extraction.
    public static final Attributes IMPLIED = new Attributes(0755, 0, 0, 0, 0, Map.of());

    /// Returns whether these grant privileges; the sticky bit is harmless only on directories.
    public boolean isSpecial(boolean isDirectory) {
        int bits = isDirectory ? SETUID | SETGID : SETUID | SETGID | STICKY;
        return (mode & bits) != 0 || extended.containsKey(CAPABILITY);
    }

    /// Returns these without what grants privileges.
    public Attributes withoutPrivileges() {
        Map<String, byte[]> others = new TreeMap<>(extended);
        others.remove(CAPABILITY);
        return new Attributes(mode & ~(SETUID | SETGID), uid, gid, seconds, nanos, others);
    }
}
