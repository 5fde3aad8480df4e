package dev.pawl.images.volume.thin;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A system program that volumes need, and its time limit.
public enum Tool {
    BLOCKDEV("blockdev", "util-linux", Duration.ofSeconds(30)),
    DMSETUP("dmsetup", "dmsetup", Duration.ofSeconds(30)),
    LOSETUP("losetup", "mount", Duration.ofSeconds(30)),
    MKFS("mkfs.ext4", "e2fsprogs", Duration.ofMinutes(5)),

    /// Mounting may replay a journal.
    MOUNT("mount", "mount", Duration.ofMinutes(5)),
    THIN_LS("thin_ls", "thin-provisioning-tools", Duration.ofMinutes(2)),

    /// Unmounting writes all cached data.
    UMOUNT("umount", "mount", Duration.ofMinutes(10));

    /// Where system programs are; the user's PATH is not used.
    private static final List<String> DIRECTORIES =
            List.of("/usr/sbin", "/usr/bin", "/sbin", "/bin");

    private final String program;
    private final String source;
    private final Duration limit;

    Tool(String program, String source, Duration limit) {
        this.program = program;
        this.source = source;
        this.limit = limit;
    }

    public String program() {
        return program;
    }

    public Duration limit() {
        return limit;
    }

    /// Returns the path of the program on this host.
    Path path() throws NoSuchFileException {
        for (String directory : DIRECTORIES) {
            Path path = Path.of(directory, program);
            if (Files.isExecutable(path)) return path;
        }
        throw new NoSuchFileException(
                program,
                null,
                "expected it in one of %s, found none; install Debian's package %s"
                        .formatted(DIRECTORIES, source));
    }
}
