package dev.pawl.store.sqlite;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;

/// Permissions that give access to the owner only, on file systems that support them.
final class OwnerOnly {
    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private OwnerOnly() {}

    /// Returns the mode of a new directory.
    static FileAttribute<?>[] directory() {
        return mode("rwx------");
    }

    /// Returns the mode of a new file.
    static FileAttribute<?>[] file() {
        return mode("rw-------");
    }

    /// Returns whether every user may write to a directory.
    static boolean isOpenToAll(Path directory) throws IOException {
        return POSIX
                && Files.getPosixFilePermissions(directory)
                        .contains(PosixFilePermission.OTHERS_WRITE);
    }

    /// Returns whether a directory belongs to this process's user and is closed to all others.
    static boolean isMine(Path directory) throws IOException {
        if (!POSIX) return true;
        Path probe = Files.createTempFile(directory, "owner-", "", file());
        try {
            return Files.getOwner(probe).equals(Files.getOwner(directory))
                    && Files.getPosixFilePermissions(directory)
                            .equals(PosixFilePermissions.fromString("rwx------"));
        } finally {
            Files.delete(probe);
        }
    }

    private static FileAttribute<?>[] mode(String letters) {
        if (!POSIX) return new FileAttribute<?>[0];
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(letters))
        };
    }
}
