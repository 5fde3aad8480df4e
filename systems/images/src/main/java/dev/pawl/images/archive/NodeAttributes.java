package dev.pawl.images.archive;

import dev.pawl.images.archive.ExtractedContents.Losses;
import dev.pawl.images.archive.rule.EscapedText;
import dev.pawl.images.archive.tar.Attributes;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Sets the owner, mode, time and extended attributes of nodes, and counts what it could not set.
///
/// Without the Linux system calls it sets only modes and times.
final class NodeAttributes implements AutoCloseable {
    private static final PosixFilePermission[] BITS = {
        PosixFilePermission.OTHERS_EXECUTE,
        PosixFilePermission.OTHERS_WRITE,
        PosixFilePermission.OTHERS_READ,
        PosixFilePermission.GROUP_EXECUTE,
        PosixFilePermission.GROUP_WRITE,
        PosixFilePermission.GROUP_READ,
        PosixFilePermission.OWNER_EXECUTE,
        PosixFilePermission.OWNER_WRITE,
        PosixFilePermission.OWNER_READ,
    };

    private final Optional<SystemCalls> calls = SystemCalls.open();
    private long owners;
    private long times;
    private long attributes;

    /// Sets the attributes of a node; the order matters, since a new owner clears setuid.
    void set(Path path, Inode inode) throws IOException {
        if (calls.isEmpty()) {
            setPortable(path, inode);
            return;
        }
        SystemCalls system = calls.get();
        Attributes wanted = inode.attributes();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(path.toString(), StandardCharsets.UTF_8);
            if (system.changeOwner(name, wanted.uid(), wanted.gid()) != 0) loseOwner(inode);
            for (Map.Entry<String, byte[]> entry : wanted.extended().entrySet()) {
                boolean isSet =
                        isKept(entry.getKey())
                                && system.setAttribute(name, entry.getKey(), entry.getValue()) == 0;
                if (!isSet) attributes++;
            }
            if (inode.kind() != Inode.Kind.LINK) {
                int error = system.changeMode(name, wanted.mode());
                if (error != 0) {
                    throw new IOException(
                            "expected mode %04o for %s, found error %d of the system"
                                    .formatted(
                                            wanted.mode(), EscapedText.of(path.toString()), error));
                }
            }
            if (system.changeTime(name, wanted.seconds(), wanted.nanos()) != 0) loseTime(inode);
        }
    }

    Losses losses() {
        return new Losses(owners, times, attributes);
    }

    @Override
    public void close() {
        calls.ifPresent(SystemCalls::close);
    }

    private void setPortable(Path path, Inode inode) throws IOException {
        Attributes wanted = inode.attributes();
        loseOwner(inode);
        attributes += wanted.extended().size();
        if (inode.kind() == Inode.Kind.LINK) {
            loseTime(inode);
            return;
        }
        Files.setPosixFilePermissions(path, permissions(wanted.mode()));
        FileTime time = FileTime.from(Instant.ofEpochSecond(wanted.seconds(), wanted.nanos()));
        Files.getFileAttributeView(path, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setTimes(time, time, null);
    }

    private void loseOwner(Inode inode) {
        owners++;
        inode.loseOwner();
    }

    private void loseTime(Inode inode) {
        times++;
        inode.loseTime();
    }

    /// Other attributes belong to the host: labels of its security module, marks of overlays.
    private static boolean isKept(String attribute) {
        return attribute.startsWith("user.")
                || attribute.startsWith("system.posix_acl_")
                || attribute.equals(Attributes.CAPABILITY);
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (int i = 0; i < BITS.length; i++) {
            if ((mode & 1 << i) != 0) permissions.add(BITS[i]);
        }
        return permissions;
    }
}
